import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

/** Where the page is served, with a slash at the end. The API is beside it. */
export const BASE = new URL('.', document.baseURI).href;

/**
 * The client of the API. The session is in a cookie, which the browser sends by itself. It also
 * keeps answers, and asks with their ETag whether they have changed.
 */
export const client = createClient<paths>({
  baseUrl: BASE.replace(/\/$/, ''),
  credentials: 'same-origin',
});
