import { Marked, type RendererObject, type Tokens } from 'marked';
import { escapeHtml } from '../http/html-page.js';

/** Returns where a link of a page leads; undefined for what is not served, such as other pages. */
export type HrefOf = (target: string) => string | undefined;

/**
 * Turns Markdown of our own pages into HTML. Headings have the names by which links call them, wide tables
 * and blocks of code can be scrolled with the keyboard, and a number and its percent sign stay in one
 * line. HTML in a page is shown as text.
 */
export function htmlOfMarkdown(markdown: string, hrefOf: HrefOf): string {
  const marked = new Marked({ renderer: rendererWith(hrefOf) });
  return (marked.parse(markdown, { async: false }) as string).trim();
}

function rendererWith(hrefOf: HrefOf): RendererObject {
  return {
    heading({ tokens, depth, text }: Tokens.Heading) {
      return `<h${depth} id="${nameOfHeading(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    code({ text }: Tokens.Code) {
      return `<pre tabindex="0">${escapeHtml(text)}</pre>\n`;
    },
    table({ header, rows }: Tokens.Table) {
      const row = (cells: readonly Tokens.TableCell[], name: string) =>
        `<tr>${cells.map(({ tokens }) => `<${name}>${this.parser.parseInline(tokens)}</${name}>`).join('')}</tr>`;
      const body = rows.map((cells) => row(cells, 'td')).join('\n');
      return `<div class="wide" tabindex="0"><table>\n<thead>${row(header, 'th')}</thead>\n<tbody>${body}</tbody></table></div>\n`;
    },
    link({ tokens, href: target }: Tokens.Link) {
      const words = this.parser.parseInline(tokens);
      const href = hrefOf(target);
      if (href !== undefined) return `<a href="${escapeHtml(href)}">${words}</a>`;
      // A page that is not served is named, so that it can be found among the files of the project.
      const [file = ''] = target.split('#');
      return `${words} (<code>${escapeHtml(`docs/${file}`)}</code>)`;
    },
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    text(token) {
      if (token.type === 'text' && token.tokens) return this.parser.parseInline(token.tokens);
      const text = 'escaped' in token && token.escaped ? token.text : escapeHtml(token.text);
      return text.replace(/(\d) %/g, '$1\u00A0%');
    },
  };
}

/** Returns the part of an address after `#` that leads to a heading, as on GitHub. */
export function nameOfHeading(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
