import { htmlOfMarkdown } from './html-of-markdown.js';

const hrefOf = (target: string) => (target.startsWith('other.md') ? undefined : `to/${target}`);
const html = (markdown: string) => htmlOfMarkdown(markdown, hrefOf);

it.each([
  ['# How **we** count', '<h1 id="how-we-count">How <strong>we</strong> count</h1>'],
  ['71 % of **5 %**', '<p>71\u00A0% of <strong>5\u00A0%</strong></p>'],
  ['> to _you_', '<blockquote>\n<p>to <em>you</em></p>\n</blockquote>'],
  ['```sh\na | b\n\n**c** <d>\n```', '<pre tabindex="0">a | b\n\n**c** &lt;d&gt;</pre>'],
  [
    '| a | `b` |\n| --- | --- |\n| 1 % | |',
    '<div class="wide" tabindex="0"><table>\n<thead><tr><th>a</th><th><code>b</code></th></tr></thead>\n' +
      '<tbody><tr><td>1\u00A0%</td><td></td></tr></tbody></table></div>',
  ],
])('turns %j into HTML', (markdown, expected) => {
  expect(html(markdown)).toBe(expected);
});

it('lets no text become an element or leave its attribute', () => {
  expect(html('<b> & "x" [a<i>](y"z)\n\n<script>alert(1)</script>')).toBe(
    '<p>&lt;b&gt; &amp; &quot;x&quot; <a href="to/y&quot;z">a&lt;i&gt;</a></p>\n&lt;script&gt;alert(1)&lt;/script&gt;',
  );
});

it('names pages that are not served, in place of a link', () => {
  expect(html('**See [the `other`](other.md#part)**, [this](x.md)')).toBe(
    '<p><strong>See the <code>other</code> (<code>docs/other.md</code>)</strong>, <a href="to/x.md">this</a></p>',
  );
});
