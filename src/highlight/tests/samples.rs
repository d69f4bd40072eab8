//! Short samples of common languages, and the markup that they become.

use super::{coloured, joined};

#[track_caller]
fn assert_markup(file: &str, code: &str, markup: &str) {
    assert_eq!(joined(&coloured(file, code)), markup, "{file}");
}

#[test]
fn rust() {
    assert_markup(
        "a.rs",
        r#"#[derive(Debug)]
pub fn open<'a>(path: &'a str, n: u64) -> Result<T, Error> {
    let x = self.len() as usize + 0x1f; // note
    bail!("no {} \n", n);
    if !x.is_empty() && n == 1 { return Err(MyErr::new(None)); }
}"#,
        r#"<span class="m">#[derive(Debug)]</span>
<span class="k">pub fn</span> <span class="f">open</span>&lt;<span class="k">&#39;a</span>&gt;(path: &amp;<span class="k">&#39;a</span> <span class="t">str</span>, n: <span class="t">u64</span>) -&gt; <span class="t">Result</span>&lt;T, Error&gt; {
    <span class="k">let</span> x = <span class="k">self</span>.<span class="f">len</span>() <span class="k">as</span> <span class="t">usize</span> + <span class="n">0x1f</span>; <span class="c">// note</span>
    <span class="m">bail!</span>(<span class="s">&quot;no</span> <span class="n">{} \n</span><span class="s">&quot;</span>, n);
    <span class="k">if</span> !x.<span class="f">is_empty</span>() &amp;&amp; n == <span class="n">1</span> { <span class="k">return</span> <span class="t">Err</span>(MyErr::new(<span class="t">None</span>)); }
}"#,
    );
}

#[test]
fn python() {
    assert_markup(
        "a.py",
        r#"@dec(x=1)
async def f(self, a: int = None) -> str:
    """doc {a}"""
    if a is not None and b in c:
        raise ValueError(f"bad {a!r} %s" % len(x))
class A(B): pass"#,
        r#"<span class="m">@dec</span>(x=<span class="n">1</span>)
<span class="k">async def</span> <span class="f">f</span>(self, a: <span class="t">int</span> = <span class="n">None</span>) -&gt; <span class="t">str</span>:
    <span class="c">&quot;&quot;&quot;doc {a}&quot;&quot;&quot;</span>
    <span class="k">if</span> a <span class="k">is not</span> <span class="n">None</span> <span class="k">and</span> b <span class="k">in</span> c:
        <span class="k">raise</span> <span class="t">ValueError</span>(<span class="s">f&quot;bad</span> {a<span class="n">!r</span>} <span class="s">%s&quot;</span> % <span class="f">len</span>(x))
<span class="k">class</span> <span class="t">A</span>(<span class="t">B</span>): <span class="k">pass</span>"#,
    );
}

#[test]
fn java() {
    assert_markup(
        "A.java",
        r#"@Override
public static List<String> of(int n) {
  if (x instanceof Foo f) throw new IllegalStateException("bad " + n + null);
  return this.map.get(Key.A);
}
class A extends B implements C { private final int x = 1L; }"#,
        r#"<span class="m">@Override</span>
<span class="k">public static</span> <span class="t">List</span>&lt;<span class="t">String</span>&gt; <span class="f">of</span>(<span class="t">int</span> n) {
  <span class="k">if</span> (x <span class="k">instanceof</span> <span class="t">Foo</span> f) <span class="k">throw new</span> <span class="t">IllegalStateException</span>(<span class="s">&quot;bad &quot;</span> + n + <span class="n">null</span>);
  <span class="k">return this</span>.map.<span class="f">get</span>(<span class="t">Key</span>.<span class="n">A</span>);
}
<span class="k">class</span> <span class="t">A</span> <span class="k">extends</span> <span class="t">B</span> <span class="k">implements</span> <span class="t">C</span> { <span class="k">private final</span> <span class="t">int</span> x = <span class="n">1L</span>; }"#,
    );
}

#[test]
fn typescript() {
    assert_markup(
        "a.ts",
        r#"export async function f<T>(a: string, b?: Foo): Promise<void> {
  if (typeof a === "x") throw new TypeError(`bad ${a.b} x`);
  const y = { k: 1, v: null }; // c
  y.go(() => /re+/g);
}
interface A extends B { c: number }"#,
        r#"<span class="k">export async function</span> <span class="f">f</span>&lt;<span class="t">T</span>&gt;(a: <span class="t">string</span>, b?: <span class="t">Foo</span>): <span class="t">Promise</span>&lt;<span class="t">void</span>&gt; {
  <span class="k">if</span> (<span class="k">typeof</span> a === <span class="s">&quot;x&quot;</span>) <span class="k">throw new</span> <span class="t">TypeError</span>(<span class="s">`bad</span> ${a.b} <span class="s">x`</span>);
  <span class="k">const</span> y = { k: <span class="n">1</span>, v: <span class="n">null</span> }; <span class="c">// c</span>
  y.<span class="f">go</span>(() =&gt; <span class="s">/re+/g</span>);
}
<span class="k">interface</span> <span class="t">A</span> <span class="k">extends</span> <span class="t">B</span> { c: <span class="t">number</span> }"#,
    );
}

#[test]
fn go() {
    assert_markup(
        "a.go",
        r#"package main
import "fmt"
func (s *Server) Do(ctx context.Context, n int) error {
	if err := s.run(n); err != nil {
		return fmt.Errorf("bad %w", err)
	}
	type A struct { B string }
	return nil
}"#,
        r#"<span class="k">package</span> main
<span class="k">import</span> <span class="s">&quot;fmt&quot;</span>
<span class="k">func</span> (s *<span class="t">Server</span>) <span class="f">Do</span>(ctx context.<span class="t">Context</span>, n <span class="t">int</span>) <span class="t">error</span> {
	<span class="k">if</span> err := s.<span class="f">run</span>(n); err != <span class="n">nil</span> {
		<span class="k">return</span> fmt.<span class="f">Errorf</span>(<span class="s">&quot;bad</span> <span class="n">%w</span><span class="s">&quot;</span>, err)
	}
	<span class="k">type</span> <span class="t">A</span> <span class="k">struct</span> { B <span class="t">string</span> }
	<span class="k">return</span> <span class="n">nil</span>
}"#,
    );
}

#[test]
fn c_plus_plus() {
    assert_markup(
        "a.cc",
        r#"#include <a.h>
static int f(const char *p) { if (!p) return -1; throw std::runtime_error("x"); }"#,
        r#"<span class="m">#include</span> <span class="s">&lt;a.h&gt;</span>
<span class="k">static</span> <span class="t">int</span> <span class="f">f</span>(<span class="k">const</span> <span class="t">char</span> *p) { <span class="k">if</span> (!p) <span class="k">return</span> -<span class="n">1</span>; <span class="k">throw</span> std::<span class="f">runtime_error</span>(<span class="s">&quot;x&quot;</span>); }"#,
    );
}

#[test]
fn shell() {
    assert_markup(
        "a.sh",
        r#"if [ -z "$a" ]; then echo "no ${a}" >&2; exit 1; fi # c"#,
        r#"<span class="k">if</span> [ -z <span class="s">&quot;$a&quot;</span> ]; <span class="k">then</span> <span class="f">echo</span> <span class="s">&quot;no ${a}&quot;</span> &gt;&amp;<span class="n">2</span>; <span class="f">exit</span> <span class="n">1</span>; <span class="k">fi</span> <span class="c"># c</span>"#,
    );
}
