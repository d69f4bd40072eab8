//! Elements and texts to XML 1.0. The door to quick-xml.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use crate::html::pictures;

/// An element that is being written.
pub(super) struct Element<'a>(&'a mut Writer<Vec<u8>>);

/// A document of one element with these attributes and what `content` writes into it.
pub(super) fn document(
    name: &str,
    attributes: &[(&str, &str)],
    content: impl FnOnce(&mut Element<'_>) -> io::Result<()>,
) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new());
    let declared = writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("utf-8"), None)));
    let written = declared.and_then(|()| Element(&mut writer).element(name, attributes, content));
    written.expect("memory takes every write");
    let mut bytes = writer.into_inner();
    bytes.push(b'\n');
    bytes
}

impl Element<'_> {
    /// An element with content, on a line of its own.
    pub(super) fn element(
        &mut self,
        name: &str,
        attributes: &[(&str, &str)],
        content: impl FnOnce(&mut Element<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        self.0.get_mut().push(b'\n');
        let element = self.0.create_element(name);
        let element = element.with_attributes(attributes.iter().copied());
        element
            .write_inner_content(|writer| content(&mut Element(writer)))
            .map(|_| ())
    }

    /// An element that holds a text, any text.
    pub(super) fn text(&mut self, name: &str, text: &str) -> io::Result<()> {
        let element = self.0.create_element(name);
        let text = allowed(text);
        element
            .write_text_content(BytesText::new(&text))
            .map(|_| ())
    }

    /// An element with attributes only; these are texts without line ends.
    pub(super) fn empty(&mut self, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
        let element = self.0.create_element(name);
        let attributes: Vec<_> = attributes
            .iter()
            .map(|(name, value)| (*name, allowed(value)))
            .collect();
        let attributes = attributes
            .iter()
            .map(|(name, value)| (*name, value.as_str()));
        element
            .with_attributes(attributes)
            .write_empty()
            .map(|_| ())
    }
}

/// A text of characters that XML has: neither escaped nor otherwise can it hold most control
/// characters, U+FFFE or U+FFFF (XML 1.0, 2.2).
fn allowed(text: &str) -> String {
    let shown = pictures(text);
    shown.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}
