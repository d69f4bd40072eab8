//! stand-in
use crate::html::Html;
use std::collections::BTreeMap;
/// h
pub struct Highlighter;
/// l
#[derive(Default, Clone)]
pub struct Limits {
    /// b
    pub max_bytes: usize,
    /// l
    pub max_lines: usize,
    /// b
    pub max_line_bytes: usize,
    /// o
    pub max_output_bytes: usize,
}
/// b
pub struct Budget;
/// l
#[derive(Clone, Copy)]
pub struct Language;
impl Language {
    /// n
    pub fn name(&self) -> &'static str {
        "Rust"
    }
}
/// c
pub struct Code {
    /// l
    pub lines: Vec<Html>,
    /// p
    pub plain: Option<()>,
}
impl Budget {
    /// n
    pub fn new(_: &Limits) -> Self {
        Self
    }
}
impl Highlighter {
    /// n
    pub fn new(_: Limits, _: BTreeMap<String, String>) -> Self {
        Self
    }
    /// l
    pub fn language(&self, _path: &str, _first: &str) -> Language {
        Language
    }
    /// l
    pub fn lines(&self, code: &str, _l: Language, _b: &mut Budget) -> Code {
        Code {
            lines: code.split('\n').map(Html::exact).collect(),
            plain: None,
        }
    }
}
