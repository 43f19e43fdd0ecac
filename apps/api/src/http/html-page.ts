import { hash } from 'node:crypto';

/** What a page without a script consists of, as HTML except for its style. */
export interface HtmlPage {
  title: string;
  style: string;
  body: string;
  /** What else stands in its head. */
  head?: string;
}

/** Returns a page that anybody may read, and that search engines do not list. */
export function htmlPage({ title, style, body, head = '' }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    ${head}<style>${style}</style>
  </head>
  <body>
    <main>
${body}
    </main>
  </body>
</html>
`;
}

/**
 * Returns the Content-Security-Policy that lets a page use its style and run nothing.
 *
 * @param directives further ones
 */
export function policyOfPage(style: string, directives: readonly string[] = []): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    ...directives,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns a text so that it stays one as HTML, also in the value of an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] as string);
}
