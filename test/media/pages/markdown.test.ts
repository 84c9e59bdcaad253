import { expect, test } from 'bun:test'
import { readPage } from '../../../src/media/pages/read-page.ts'

const BASE = 'https://a.example/docs/'

function markdownOf(html: string): string {
  const bytes = new TextEncoder().encode(`<body>${html}</body>`)
  return readPage({ bytes, url: BASE, format: 'markdown' }).content
}

test.each([
  [
    'ordered lists begin where they do, and are nested under their text',
    '<ol start="9"><li>nine<ul><li>a<ol start="0"><li>zero</li></ol></li></ul></li><li>ten</li><li value="20">twenty</li></ol>',
    '9. nine\n   - a\n     0. zero\n10. ten\n20. twenty',
  ],
  [
    'paragraphs and code stay in their entry',
    '<ul><li><p>one</p><p>two</p><pre class="brush: js"><code>a()\n\n  b()</code></pre></li><li>three</li></ul>',
    '- one\n\n  two\n\n  ```js\n  a()\n\n    b()\n  ```\n- three',
  ],
  [
    'code is fenced with its language, longer than any fence in it',
    '<div class="highlight highlight-source-ts"><pre><span>const</span> a = `*_`<br>```</pre></div>',
    '````ts\nconst a = `*_`\n```\n````',
  ],
  [
    'cells keep pipes, breaks, code and links in one line',
    '<table><tr><th>a|b|c</th><th colspan="2">d</th></tr><tr><td>x<br>y<p>z</p></td><td><code>p|q</code></td><td><a href="e">l</a></td></tr></table>',
    '| a\\|b\\|c       | d      |                                  |\n| ------------- | ------ | -------------------------------- |\n| x<br>y<br>z | `p\\|q` | [l](https://a.example/docs/e) |',
  ],
  [
    'addresses are whole, and exact where Markdown allows it',
    '<p><a href="/wiki/Foo_(bar)" title="A &quot;t&quot;">Foo</a> <a href="x y(">two</a> <a href="#s">here</a> <a href="javascript:x()">none</a> <a href="/e"> </a></p>',
    '[Foo](https://a.example/wiki/Foo_(bar) "A \\"t\\"") [two](https://a.example/docs/x%20y%28) [here](https://a.example/docs/#s) none',
  ],
  [
    'pictures have their text',
    '<p><img src="i.png" alt="A [b]" title="T"><img src="data:image/png;base64,AA" alt="none"></p>',
    '![A \\[b\\]](https://a.example/docs/i.png "T")',
  ],
  [
    'headings are one line each',
    '<h2>One<br>line</h2><h3></h3><h4><em>Four</em></h4>',
    '## One line\n\n#### *Four*',
  ],
  [
    'text that looks like Markdown stays text, and words stay whole',
    '<p>1. no list</p><p># no heading</p><p>- no entry</p><p>in 2019. The snake_case *x* &lt;b&gt; _u_ a &lt; b</p>',
    '1\\. no list\n\n\\# no heading\n\n\\- no entry\n\nin 2019. The snake_case \\*x\\* \\<b> \\_u\\_ a < b',
  ],
  [
    'quotations are nested',
    '<blockquote><p>one</p><blockquote><p>two</p></blockquote></blockquote>',
    '> one\n> \n>> two',
  ],
])('%s', (_, html, expected) => {
  const squeezed = (text: string) => text.replace(/ {2,}(?=\|)| {2,}(?=\S+ +\|)|-{3,}/g, ' ')
  expect(squeezed(markdownOf(html))).toBe(squeezed(expected))
})
