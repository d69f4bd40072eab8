//! stand-in
use crate::html::Html;
/// b
pub fn block(text: &str) -> Html {
    let mut h = Html::default();
    h.push_markup("<p>");
    h.push_text(text);
    h.push_markup("</p>");
    h
}
/// i
pub fn inline(text: &str) -> Html {
    Html::text(text)
}
/// p
pub fn plain(text: &str) -> String {
    text.into()
}
