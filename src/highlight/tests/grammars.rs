//! Every grammar over nasty fragments, in a process of its own that can be stopped.
//!
//! A grammar is a foreign program: one that never returns on some input would hang a build. The
//! child runs them all and says where it is; the parent gives it a time limit and names the culprit.

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use super::*;

/// Set in the child.
const CHILD: &str = "ERRBOOK_TEST_EVERY_GRAMMAR";

/// Far more than any grammar takes in a debug build on a busy machine.
const LIMIT_A_GRAMMAR: Duration = Duration::from_mins(2);

fn fragments() -> Vec<String> {
    let mut fragments: Vec<String> = [
        "",
        "\n\n\n",
        "     * Middle of a comment {@link Foo}.\n     */\n    void a();\n",
        "this.a = null\n    /** b */\n",
        "class A @@@@@@@@\n",
        "<script>\nthis.a = null\n    /** b */\n</script>\n",
        "```js\nx /** b */\n```\n```javascript\nx /** b */\n",
        ":javascript\n  x /** b */\njavascript:\n  x /** b */\n",
        "    sentence that isn't code, it's prose.\n    \"\"\"\n    return 1\n",
        "\"unclosed\n'unclosed\n`unclosed\n",
        "\"\\\"\\\\\\\"\n'\\''\n",
        "/* unclosed\n// x\n# y\n-- z\n; a\n% b\n",
        "*/ --> %> ?> }} ]] )) end\n",
        "<!-- <script> <style> <![CDATA[ <?php <% {{ {% #{ ${\n",
        "<<EOF\n<<~'EOF'\n<<-\"A\" <<B\nEOF\n",
        "R\"x(\nq{\n%q(\nqw[\n[==[\n",
        "=begin\n=pod\n=head1\n",
        "```\n~~~\n$$\n\\[\n",
        "#if 0\n#define A \\\n  B\n#endif\n",
        "@a.b(c)\n#[d]\n[e]\n@@f\n",
        "a ? b : c ?? d ?. e !! f :: g -> h => i\n",
        "0x 0b 1e 1.2.3.4 1__2 0xGG 1e+\n",
        "é 日本語 \u{1f468}\u{200d}\u{1f469} \u{202e} \u{feff} \u{301}\n",
        "\0\u{1}\u{1b}[0m\u{7f}\u{85}\u{2028}\r\n",
        "def class fn func function sub proc let var val if then do\n",
        "function(a, b = {c: [d, (e) => {f}]}) {\n",
        "a:\n  - b: |\n      c\n    d: >-\n  e: *f\n",
        "[a]\nb = c\n[[d.e]]\n\"f\" = '''\n",
        "SELECT * FROM a WHERE b = 'c''d' -- e\n",
        "\\begin{a}\\end{b}\\x{\\y[\n",
        "| a | b |\n|---|---|\n* c\n  1. d\n> e\n",
        "--- a\n+++ b\n@@ -1 +1 @@\n-c\n+d\n",
        "/regex[/]/g / b / c\ns/a/b/; m{c}; tr/d/e/; qr(f)\n",
        "\t\t  \t\n   \t \n",
        "\\\n\\\n\\\n",
        "(((((((((((((((((((([[[[[[[[[[[[[[[[[[[[{{{{{{{{{{{{{{{{{{{{\n",
        "))))))))))))))))))))]]]]]]]]]]]]]]]]]]]]}}}}}}}}}}}}}}}}}}}}}\n",
        "<a b=\"c\" d='e' f=g h><i/></a><br>\n",
    ]
    .map(str::to_owned)
    .into();
    for unit in [
        "a.", "[", "<a ", "\"\\", "a ", "(a,", "{a:", "*_", "$a", "::a",
    ] {
        fragments.push(unit.repeat(900 / unit.len()));
    }
    fragments
}

#[test]
fn every_grammar_ends_and_keeps_the_text() {
    if env::var_os(CHILD).is_some() {
        return run_all();
    }
    let mut child = Command::new(env::current_exe().unwrap())
        .args([
            "every_grammar_ends_and_keeps_the_text",
            "--nocapture",
            "--test-threads=1",
        ])
        .env(CHILD, "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (send, lines) = mpsc::channel();
    let output = BufReader::new(child.stdout.take().unwrap());
    std::thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                break;
            }
        }
    });
    let mut last = String::new();
    loop {
        match lines.recv_timeout(LIMIT_A_GRAMMAR) {
            Ok(line) => last = line,
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                child.kill().unwrap();
                child.wait().unwrap();
                panic!("a grammar does not end: {last}");
            }
        }
    }
    assert!(child.wait().unwrap().success(), "failed after: {last}");
}

#[expect(clippy::print_stdout, reason = "the parent reads how far it came")]
fn run_all() {
    let highlighter = highlighter();
    let fragments = fragments();
    for syntax in language::grammars().syntaxes() {
        let Some(language) = Language::of_grammar(syntax) else {
            continue;
        };
        println!("grammar {}", syntax.name);
        for fragment in &fragments {
            let budget = &mut Budget::new(highlighter.limits());
            let code = highlighter.lines(fragment, language, budget);
            assert_eq!(shown(&code), expected(fragment), "{}", syntax.name);
            assert_ne!(
                code.plain,
                Some(Plain::Panicked),
                "{}: {fragment:?}",
                syntax.name
            );
        }
    }
}

/// As the lexers do: what the lines before left open goes on.
#[test]
fn a_grammar_begins_within_what_the_fragment_begins_in() {
    for (file, code) in [
        ("A.java", " * Opens it, or doesn't.\n */\nint a;"),
        ("a.py", "it doesn't raise\n\"\"\"\nreturn None"),
    ] {
        let highlighter = highlighter().with_engine(Engine::Syntect);
        let language = highlighter.language(file, "");
        let lines: Vec<_> = code.lines().collect();
        let (grammar, _) = classes(&lines, language, Engine::Syntect);
        let of = |line: usize, at: usize| grammar[line][at];
        let last = lines[1].len() - 1;
        assert_eq!(of(0, 5), Some(Class::Comment), "{file}");
        assert_eq!(of(1, last), Some(Class::Comment), "{file}");
        assert_ne!(of(2, 0), Some(Class::Comment), "{file}");
    }
}
