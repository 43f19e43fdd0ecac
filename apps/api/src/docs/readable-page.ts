import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { htmlPage, policyOfPage } from '../http/html-page.js';
import { htmlOfMarkdown } from './html-of-markdown.js';

/** The build puts the pages beside the compiled files, at the same distance. */
const FOLDER = join(import.meta.dirname, '../../../../docs');

/** Pages of `docs/` that are served as HTML, so that they can be read without the internet. */
export const READABLE_PAGES = ['how-we-count-people', 'people'] as const;

const STYLE = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText; }
body { margin: 0; padding: 0 16px 64px; font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 46rem; margin: 0 auto; }
h1, h2 { line-height: 1.25; }
h2 { margin-top: 2.2em; }
li { margin: 0.4em 0; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; overflow-wrap: break-word; }
th, td { padding: 6px 8px 6px 0; border-bottom: 1px solid GrayText; text-align: start; vertical-align: top; }
code, pre { font-size: 0.9em; }
pre { overflow-x: auto; overflow-wrap: normal; }
blockquote { margin: 1em 0; padding-left: 1em; border-left: 3px solid GrayText; }
`;

/** Lets the page use its style and its icon, and run nothing. */
export const READABLE_POLICY = policyOfPage(STYLE, ["img-src 'self'"]);

const TITLE = /^# (.*)$/m;
const OF_THE_WEB = /^https?:\/\//;
const OWN_PAGE = /^([a-z-]+)\.md(#.*)?$/;

/**
 * Reads a page of the documentation and makes an HTML document of it. All of its addresses are
 * relative, because the API may stand below a path.
 */
export async function readablePage(name: (typeof READABLE_PAGES)[number]): Promise<string> {
  const markdown = await readFile(join(FOLDER, `${name}.md`), 'utf8');
  return htmlPage({
    title: `${TITLE.exec(markdown)?.[1] ?? name} – Botgauge`,
    style: STYLE,
    head: '<link rel="icon" href="favicon-32x32.png">\n    ',
    body: htmlOfMarkdown(markdown, hrefOf),
  });
}

/** Returns where a link of a page leads; undefined where it leads to a page that is not served. */
function hrefOf(target: string): string | undefined {
  if (target.startsWith('#') || OF_THE_WEB.test(target)) return target;
  const [, page = '', part = ''] = OWN_PAGE.exec(target) ?? [];
  return READABLE_PAGES.some((name) => name === page) ? `${page}${part}` : undefined;
}
