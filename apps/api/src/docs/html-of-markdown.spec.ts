import { htmlOfMarkdown } from './html-of-markdown.js';

const hrefOf = (target: string) => (target.startsWith('other.md') ? undefined : `to/${target}`);
const html = (markdown: string) => htmlOfMarkdown(markdown, hrefOf);

it.each([
  ['# How **we** count', '<h1 id="how-we-count">How <strong>we</strong> count</h1>'],
  ['71 % of **5 %**', '<p>71\u00A0% of <strong>5\u00A0%</strong></p>'],
  ['One\ntwo.\n\nThree', '<p>One two.</p>\n<p>Three</p>'],
  ['- a\n  b\n- c', '<ul>\n<li>a b</li>\n<li>c</li>\n</ul>'],
  ['Words:\n\n- a\n\nMore', '<p>Words:</p>\n<ul>\n<li>a</li>\n</ul>\n<p>More</p>'],
  ['> to\n> _you_', '<blockquote>to <em>you</em></blockquote>'],
  [
    '```sh\na | b\n\n**c** <d>\n```\n\nThen',
    '<pre tabindex="0">a | b\n\n**c** &lt;d&gt;</pre>\n<p>Then</p>',
  ],
  ['```\nnever closed', '<pre tabindex="0">never closed</pre>'],
  [
    '| a | `b` |\n| --- | --- |\n| 1 \\| 2 | |',
    '<div class="wide" tabindex="0"><table>\n<thead><tr><th>a</th><th><code>b</code></th></tr></thead>\n' +
      '<tbody><tr><td>1 \\| 2</td><td></td></tr></tbody></table></div>',
  ],
])('turns %j into HTML', (markdown, expected) => {
  expect(html(markdown)).toBe(expected);
});

it('leaves names with underscores, and what is typed, as they are', () => {
  expect(html('`a_b_c`, visits_of_day and `**`')).toBe(
    '<p><code>a_b_c</code>, visits_of_day and <code>**</code></p>',
  );
});

it('lets no text become an element or leave its attribute', () => {
  expect(html('<b> & "x" [a<i>](y"z)')).toBe(
    '<p>&lt;b&gt; &amp; &quot;x&quot; <a href="to/y&quot;z">a&lt;i&gt;</a></p>',
  );
});

it('names pages that are not served, in place of a link', () => {
  expect(html('**See [the `other`](other.md#part)**, [this](x.md)')).toBe(
    '<p><strong>See the <code>other</code> (<code>docs/other.md</code>)</strong>, <a href="to/x.md">this</a></p>',
  );
});
