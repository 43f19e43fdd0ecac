/** Returns where a link of a page leads; undefined for what is not served, such as other pages. */
export type HrefOf = (target: string) => string | undefined;

interface Block {
  starts: RegExp;
  /** Whether a line after the first one belongs to it. */
  goesOn: (line: string) => boolean;
  html: (lines: readonly string[], hrefOf: HrefOf) => string;
}

const HEADING = /^(#{1,6}) (.*)$/;
const ITEM = /^- /;
const RULER = /^[\s|:-]+$/;
const MARKED = /`([^`]+)`|\*\*(.+?)\*\*|\b_([^_]+)_\b|\[([^\][]+)\]\(([^()\s]+)\)/g;
const MEANINGFUL: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** The first that starts with a line takes it, and the lines that go on. The last one takes any line. */
const BLOCKS: readonly Block[] = [
  {
    starts: HEADING,
    goesOn: () => false,
    html: ([line = ''], hrefOf) => headingOf(line, hrefOf),
  },
  {
    starts: /^```/,
    goesOn: (line) => line !== '```',
    html: ([, ...lines]) => `<pre tabindex="0">${escaped(lines.join('\n'))}</pre>`,
  },
  { starts: /^\|/, goesOn: (line) => line.startsWith('|'), html: tableOf },
  { starts: ITEM, goesOn: (line) => ITEM.test(line) || line.startsWith('  '), html: listOf },
  {
    starts: /^>/,
    goesOn: (line) => line.startsWith('>'),
    html: (lines, hrefOf) =>
      `<blockquote>${textOf(
        lines.map((line) => line.slice(1)),
        hrefOf,
      )}</blockquote>`,
  },
  {
    starts: /^/,
    goesOn: (line) => line !== '' && !BLOCKS.slice(0, -1).some(({ starts }) => starts.test(line)),
    html: (lines, hrefOf) => `<p>${textOf(lines, hrefOf)}</p>`,
  },
];

/**
 * Turns what our pages have of Markdown into HTML: headings, paragraphs, lists, tables, quotations and
 * blocks of code, with links, code and emphasis in them.
 */
export function htmlOfMarkdown(markdown: string, hrefOf: HrefOf): string {
  const lines = markdown.split('\n');
  const blocks: string[] = [];
  while (lines.length > 0) {
    const first = lines.shift() ?? '';
    const block = BLOCKS.find(({ starts }) => starts.test(first));
    if (first.trim() === '' || !block) continue;
    const end = lines.findIndex((line) => !block.goesOn(line));
    const own = [first, ...lines.splice(0, end === -1 ? lines.length : end)];
    if (lines[0] === '```' && first.startsWith('```')) lines.shift();
    blocks.push(block.html(own, hrefOf));
  }
  return blocks.join('\n');
}

/** A heading has the name by which links to it call it, as on GitHub. */
function headingOf(line: string, hrefOf: HrefOf): string {
  const [, marks = '', words = ''] = HEADING.exec(line) ?? [];
  const name = `h${marks.length}`;
  return `<${name} id="${nameOfHeading(words)}">${inline(words, hrefOf)}</${name}>`;
}

/** Returns the part of an address after `#` that leads to a heading. */
export function nameOfHeading(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function tableOf(lines: readonly string[], hrefOf: HrefOf): string {
  const [head = [], ...rows] = lines
    .filter((line) => !RULER.test(line))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split(/(?<!\\)\|/)
        .map((cell) => inline(cell.trim(), hrefOf)),
    );
  const row = (cells: readonly string[], cell: string) =>
    `<tr>${cells.map((text) => `<${cell}>${text}</${cell}>`).join('')}</tr>`;
  const body = rows.map((cells) => row(cells, 'td')).join('\n');
  return `<div class="wide" tabindex="0"><table>\n<thead>${row(head, 'th')}</thead>\n<tbody>${body}</tbody></table></div>`;
}

function listOf(lines: readonly string[], hrefOf: HrefOf): string {
  const items = lines.join('\n').split(/^- /m).slice(1);
  return `<ul>\n${items.map((item) => `<li>${textOf(item.split('\n'), hrefOf)}</li>`).join('\n')}\n</ul>`;
}

const textOf = (lines: readonly string[], hrefOf: HrefOf): string =>
  inline(
    lines
      .map((line) => line.trim())
      .join(' ')
      .trim(),
    hrefOf,
  );

/** Turns a text with marks in it into HTML. What is typed, and between marks, is only escaped. */
function inline(text: string, hrefOf: HrefOf): string {
  let html = '';
  let end = 0;
  for (const {
    0: whole,
    1: code,
    2: strong,
    3: emphasis,
    4: words,
    5: target,
    index,
  } of text.matchAll(MARKED)) {
    html += prose(text.slice(end, index));
    if (code !== undefined) html += `<code>${escaped(code)}</code>`;
    else if (strong !== undefined) html += `<strong>${inline(strong, hrefOf)}</strong>`;
    else if (emphasis !== undefined) html += `<em>${inline(emphasis, hrefOf)}</em>`;
    else html += linkOf(inline(words ?? '', hrefOf), target ?? '', hrefOf);
    end = index + whole.length;
  }
  return html + prose(text.slice(end));
}

/** A number and its percent sign stay in one line. */
const prose = (text: string): string => escaped(text).replace(/(\d) %/g, '$1\u00A0%');

/** A page that is not served is named, so that it can be found among the files of the project. */
function linkOf(words: string, target: string, hrefOf: HrefOf): string {
  const href = hrefOf(target);
  if (href !== undefined) return `<a href="${escaped(href)}">${words}</a>`;
  const [file = ''] = target.split('#');
  return `${words} (<code>${escaped(`docs/${file}`)}</code>)`;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (found) => MEANINGFUL[found] ?? '');
