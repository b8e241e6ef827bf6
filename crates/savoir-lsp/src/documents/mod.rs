//! The documents that a client has open.

mod snapshot;
mod text;

pub(crate) use snapshot::Snapshot;
pub(crate) use text::Text;

use crate::asks::Asker;
use crate::check::Checks;
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use savoir::ColumnUnit;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A document from when it is opened until it is closed. One that is opened again has another number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DocumentId(u64);

/// How often the text of a document was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Revision(u64);

/// A document that a client has open.
pub(crate) struct Document {
    pub(crate) id: DocumentId,
    pub(crate) uri: Uri,
    /// The last part of its address, for people.
    pub(crate) name: String,
    pub(crate) version: i32,
    revision: Revision,
    /// Nothing, if it is too large to be looked at.
    text: Option<Arc<Text>>,
    unit: ColumnUnit,
    /// The text as it is now, once it was read.
    current: Option<Arc<Snapshot>>,
    /// The last version without errors.
    good: Option<Arc<Snapshot>>,
    /// Whether diagnostics of this version were sent.
    pub(crate) is_published: bool,
    pub(crate) checks: Checks,
    /// Who has the states of the last version without errors, once somebody has asked about them.
    pub(crate) asker: Option<Asker>,
    /// When something about its states was last asked, by the number of the question.
    pub(crate) used: u64,
}

impl Document {
    /// Whether a thread keeps its states.
    pub(crate) fn keeps_states(&self) -> bool {
        self.checks.has_worker() || self.asker.is_some()
    }

    /// The text as it is now, read; nothing if it is too large.
    pub(crate) fn current(&mut self) -> Option<Arc<Snapshot>> {
        let text = self.text.as_ref()?;
        let (name, version) = (&self.name, (self.version, self.revision));
        let current = self.current.get_or_insert_with(|| Arc::new(Snapshot::new(name, version, text.clone()))).clone();
        if current.model().is_some() {
            self.good = Some(current.clone());
        }
        Some(current)
    }

    /// The last version without errors.
    pub(crate) fn good(&mut self) -> Option<Arc<Snapshot>> {
        self.current();
        self.good.clone()
    }

    /// Changes the text, one change after the other. Texts of more bytes than `most` are not kept.
    pub(crate) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>, most: usize) {
        self.version = version;
        self.revision = Revision(self.revision.0 + 1);
        self.current = None;
        self.is_published = false;
        for change in changes {
            match (change, &mut self.text) {
                (TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole), _) => {
                    self.text = Some(Arc::new(Text::new(whole.text, self.unit)));
                }
                (TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part), Some(text)) => {
                    Arc::make_mut(text).replace(part.range, &part.text);
                }
                (TextDocumentContentChangeEvent::TextDocumentContentChangePartial(_), None) => {}
            }
            self.text.take_if(|text| text.whole().len() > most);
        }
    }
}

/// All documents that are open.
#[derive(Default)]
pub(crate) struct Documents {
    open: BTreeMap<String, Document>,
    opened: u64,
}

impl Documents {
    /// Opens a document, in place of one of the same address.
    pub(crate) fn open(&mut self, uri: Uri, version: i32, text: String, (unit, most): (ColumnUnit, usize)) {
        self.opened += 1;
        let text = (text.len() <= most).then(|| Arc::new(Text::new(text, unit)));
        let document = Document {
            id: DocumentId(self.opened),
            name: name(&uri),
            uri,
            version,
            revision: Revision(0),
            text,
            unit,
            current: None,
            good: None,
            is_published: false,
            checks: Checks::default(),
            asker: None,
            used: 0,
        };
        self.open.insert(document.uri.0.clone(), document);
    }

    pub(crate) fn close(&mut self, uri: &Uri) -> Option<Document> {
        self.open.remove(&uri.0)
    }

    pub(crate) fn get(&mut self, uri: &Uri) -> Option<&mut Document> {
        self.open.get_mut(&uri.0)
    }

    pub(crate) fn with_id(&mut self, id: DocumentId) -> Option<&mut Document> {
        self.open.values_mut().find(|document| document.id == id)
    }

    /// In the order of their addresses.
    pub(crate) fn all(&mut self) -> impl Iterator<Item = &mut Document> {
        self.open.values_mut()
    }

    /// All of them, which are closed thereby.
    pub(crate) fn take_all(&mut self) -> impl Iterator<Item = Document> + use<> {
        std::mem::take(&mut self.open).into_values()
    }

    pub(crate) fn len(&self) -> usize {
        self.open.len()
    }
}

/// The last part of an address, for people.
fn name(uri: &Uri) -> String {
    let last = uri.0.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut bytes = Vec::with_capacity(last.len());
    let mut rest = last.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        let code = code.filter(|_| *first == b'%').and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_last_parts_of_addresses() {
        let name = |uri: &str| name(&Uri::from(uri));
        assert_eq!(name("file:///home/me/two%20doors.ispl"), "two doors.ispl");
        assert_eq!(name("file:///c%3A/a%2"), "a%2");
        assert_eq!([name("untitled:Untitled-1"), name(""), name("x/%zz")], ["untitled:Untitled-1", "", "%zz"]);
    }
}
