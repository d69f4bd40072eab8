//! File names to languages.
//!
//! In goes a name and perhaps a first line, out comes a [`Language`]. The table settles what the
//! grammars' own lists leave open or get wrong (`h`, `fs`, `mjs`), and gives names that people use.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use syntect::parsing::{SyntaxReference, SyntaxSet};

use super::{Engine, lexer};

/// Longest first line that is looked at.
const FIRST_LINE_BYTES: usize = 200;

/// The name that people use, the grammar's name, and the file endings or whole file names.
pub(super) const LANGUAGES: &[(&str, &str, &[&str])] = &[
    (
        "Bash",
        "Bourne Again Shell (bash)",
        &["sh", "bash", "zsh", "ksh", "bats", "envrc"],
    ),
    ("C", "C", &["c"]),
    ("C#", "C#", &["cs", "csx"]),
    (
        "C++",
        "C++",
        &[
            "cc", "cpp", "cxx", "c++", "h", "hh", "hpp", "hxx", "inl", "ipp", "tpp", "ixx", "cppm",
            "cu", "cuh", "ino", "inc", "hip", "metal",
        ],
    ),
    ("CSS", "CSS", &["css", "pcss", "postcss"]),
    ("Clojure", "Clojure", &["clj", "cljs", "cljc", "edn", "bb"]),
    ("Dockerfile", "Dockerfile", &["dockerfile", "containerfile"]),
    ("F#", "F#", &["fs", "fsi", "fsx"]),
    ("Fortran", "Fortran (Modern)", &["f90", "f95", "f03", "f08"]),
    ("Groovy", "Groovy", &["groovy", "gradle", "jenkinsfile"]),
    ("HTML", "HTML", &["html", "htm", "xhtml", "gohtml", "tmpl"]),
    ("INI", "INI", &["ini", "cfg", "editorconfig", "service"]),
    (
        "JSON",
        "JSON",
        &[
            "json",
            "jsonc",
            "json5",
            "jsonl",
            "geojson",
            "webmanifest",
            "arb",
            "avsc",
        ],
    ),
    ("Java", "Java", &["java"]),
    (
        "JavaScript",
        "JavaScript (Babel)",
        &["js", "mjs", "cjs", "jsx", "es6", "gs", "htc"],
    ),
    ("Kotlin", "Kotlin", &["kt", "kts"]),
    (
        "Makefile",
        "Makefile",
        &["makefile", "gnumakefile", "mk", "mak"],
    ),
    ("Markdown", "Markdown", &["md", "markdown", "mdx"]),
    ("Objective-C", "Objective-C", &["m"]),
    ("Objective-C++", "Objective-C++", &["mm"]),
    ("PHP", "PHP", &["php", "phtml"]),
    ("Plain text", "Plain Text", &["txt", "text"]),
    ("Perl", "Perl", &["pl", "pm", "t"]),
    ("Protobuf", "Protocol Buffer", &["proto"]),
    (
        "Python",
        "Python",
        &["py", "pyi", "pyw", "pyx", "pxd", "bzl", "bazel", "star"],
    ),
    ("Shader", "GLSL", &["glsl", "vert", "frag", "hlsl"]),
    ("TypeScript", "TypeScript", &["ts", "mts", "cts", "ets"]),
    ("Scala", "Kotlin", &["scala", "sc", "sbt"]),
    ("Svelte", "HTML", &["svelte", "svlt"]),
    ("TypeScript", "TypeScriptReact", &["tsx"]),
    ("Vim script", "VimL", &["vim"]),
    ("Vue", "Vue Component", &["vue"]),
    (
        "XML",
        "XML",
        &[
            "xml",
            "xsd",
            "csproj",
            "props",
            "targets",
            "xaml",
            "plist",
            "resx",
            "storyboard",
        ],
    ),
];

/// Grammars that are left out. `SystemVerilog` takes a second for a line of `![`, growing with its
/// square; the others never return on some input, such as `x /** b */` or `class A @@@@`: a chain of
/// contexts that replace each other without reading anything, which the parser does not notice. Found
/// by running every grammar on pieces of code and on random tokens. The table has others that do for
/// their files: Kotlin's for Scala, for one.
pub(super) const ENDLESS: &[&str] = &["JavaScript", "Scala", "Svelte", "SystemVerilog"];

/// All grammars, each read when it is first used.
pub(super) fn grammars() -> &'static SyntaxSet {
    static GRAMMARS: LazyLock<SyntaxSet> = LazyLock::new(two_face::syntax::extra_newlines);
    &GRAMMARS
}

/// A language, or that none is known.
#[derive(Clone, Copy)]
pub struct Language {
    name: &'static str,
    grammar: Option<&'static SyntaxReference>,
    lexer: Option<&'static lexer::Ready>,
}

impl Language {
    /// No language that is known.
    pub const UNKNOWN: Self = Self {
        name: "Plain text",
        grammar: None,
        lexer: None,
    };

    /// The language of a name as people write it after a code fence or in a configuration: a name,
    /// or a file ending.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim().to_ascii_lowercase();
        let own = own();
        own.by_ending
            .get(name.as_str())
            .or_else(|| own.by_name.get(&name))
            .copied()
            .or_else(|| Self::of_grammar(grammars().find_syntax_by_token(&name)?))
    }

    /// The language of a file with this name, whose first line is this if it is known.
    pub(super) fn of_file(name: &str, first_line: &str) -> Self {
        let known = endings(name).find_map(|ending| {
            let (own, ending) = (own(), ending.to_ascii_lowercase());
            own.by_ending
                .get(ending.as_str())
                .copied()
                .or_else(|| Self::of_grammar(own.grammars.get(&ending)?))
        });
        known.unwrap_or_else(|| Self::of_first_line(first_line))
    }

    fn of_first_line(line: &str) -> Self {
        let mut end = line.len().min(FIRST_LINE_BYTES);
        while !line.is_char_boundary(end) {
            end -= 1;
        }
        let line = &line[..end];
        // Most of these regexes look for what only a first line has; the others guess.
        let telling = line.starts_with("#!") || line.starts_with("<?") || line.contains("-*-");
        telling
            .then(|| grammars().find_syntax_by_first_line(line))
            .flatten()
            .and_then(Self::of_grammar)
            .unwrap_or(Self::UNKNOWN)
    }

    /// The language of a grammar, unless it is one that may hang.
    pub(super) fn of_grammar(grammar: &'static SyntaxReference) -> Option<Self> {
        if ENDLESS.contains(&grammar.name.as_str()) {
            return None;
        }
        let name = LANGUAGES
            .iter()
            .find(|(_, own, _)| *own == grammar.name)
            .map_or(grammar.name.as_str(), |(people, _, _)| people);
        Some(Self {
            name,
            grammar: Some(grammar),
            lexer: lexer::of(name, &grammar.name),
        })
    }

    /// The name that people use.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// The grammar to run, unless the text is to be shown as it is.
    pub(super) fn grammar(self) -> Option<&'static SyntaxReference> {
        self.grammar.filter(|grammar| grammar.name != "Plain Text")
    }

    /// Whether a grammar colours it, and no lexer.
    pub(super) fn runs_grammar(self, engine: Engine) -> bool {
        engine != Engine::Own || self.lexer.is_none()
    }

    /// Whether errbook has a lexer of its own for it.
    pub fn has_lexer(self) -> bool {
        self.lexer.is_some()
    }

    /// The lexer of this program for it.
    pub(super) fn lexer(self) -> Option<&'static lexer::Ready> {
        self.lexer
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        let of = |language: &Self| language.grammar.map(|grammar| &grammar.name);
        self.name == other.name && of(self) == of(other)
    }
}

impl Eq for Language {}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Language({})", self.name)
    }
}

/// What a file may be known by, most telling first: its whole name, then each ending of it.
pub(super) fn endings(name: &str) -> impl Iterator<Item = &str> {
    let later = name
        .match_indices('.')
        .map(|(at, _)| &name[at + 1..])
        .filter(|ending| !ending.is_empty());
    std::iter::once(name).chain(later)
}

/// The table, to look things up in.
struct Own {
    by_ending: HashMap<&'static str, Language>,
    /// By the name that people use, in small letters.
    by_name: HashMap<String, Language>,
    /// Grammars by their own lists of endings, in small letters.
    grammars: HashMap<String, &'static SyntaxReference>,
}

fn own() -> &'static Own {
    static OWN: LazyLock<Own> = LazyLock::new(|| {
        let mut own = Own {
            by_ending: HashMap::new(),
            by_name: HashMap::new(),
            grammars: HashMap::new(),
        };
        // Where two have an ending the later one wins, as when the set itself is asked.
        for grammar in grammars().syntaxes() {
            let endings = grammar.file_extensions.iter();
            let endings = endings.map(|ending| (ending.to_ascii_lowercase(), grammar));
            own.grammars.extend(endings);
        }
        for (name, grammar, endings) in LANGUAGES {
            let language = Language {
                name,
                grammar: grammars().find_syntax_by_name(grammar),
                lexer: lexer::of(name, grammar),
            };
            own.by_ending
                .extend(endings.iter().map(|&ending| (ending, language)));
            own.by_name
                .entry(name.to_ascii_lowercase())
                .or_insert(language);
        }
        own
    });
    &OWN
}
