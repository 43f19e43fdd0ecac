import type { Browser, BrowserContext } from 'playwright-core';

/** What a browser keeps of somebody: here the cookie of the session. */
export type Kept = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Signs in without opening the page, and returns what the browser keeps. */
export async function signedIn(browser: Browser, base: string, apiKey: string): Promise<Kept> {
  const context = await browser.newContext({ baseURL: base });
  const answer = await context.request.post('/api/v1/session', {
    ...{ data: { api_key: apiKey }, headers: { 'sec-fetch-site': 'same-origin' } },
  });
  if (answer.status() !== 201) throw new Error(`Signing in: ${answer.status()}`);
  const kept = await context.storageState();
  await context.close();
  return kept;
}
