import { z } from 'zod';
import type { ApiError } from './api-error.js';
import { type ErrorForm, writeError } from './error-form.js';
import { escapeHtml, htmlPage, policyOfPage } from './html-page.js';

/** The colours and measures of the dashboard, in both themes. */
const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 16px; background: #f6f7f9; color: #171b24; }
main { max-width: 640px; margin: 12vh auto 0; padding: 24px; background: #fff; border: 1px solid #e3e6ec; border-radius: 10px; }
h1 { margin: 0 0 8px; font-size: 20px; }
p { margin: 0 0 8px; overflow-wrap: anywhere; }
small { color: #565e6e; }
@media (prefers-color-scheme: dark) {
  body { background: #0f1218; color: #e8ebf1; }
  main { background: #171b23; border-color: #2a303c; }
  small { color: #a1a9b8; }
}
`;
const POLICY = policyOfPage(STYLE);

/** Writes the errors of what people open in a browser: as a page for them, as JSON for others. */
export const ERROR_PAGE: ErrorForm = {
  schema: z.string(),
  write: (error, request) =>
    wantsPage(request.headers.accept)
      ? {
          contentType: 'text/html; charset=utf-8',
          headers: { 'content-security-policy': POLICY },
          body: pageOf(error),
        }
      : writeError(undefined, error, request),
};

/** Browsers name the type when somebody opens an address. Programs take anything, or name JSON. */
function wantsPage(accept = ''): boolean {
  return accept.toLowerCase().includes('text/html');
}

function pageOf({ status, code, message }: ApiError): string {
  return htmlPage({
    title: 'Botgauge',
    style: STYLE,
    body: `      <h1>Botgauge cannot show this page</h1>
      <p>${escapeHtml(message)}.</p>
      <small>${status} ${code}</small>`,
  });
}
