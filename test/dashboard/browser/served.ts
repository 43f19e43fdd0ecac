// What the service itself answers to a page. The page sees 200 where the browser only asked whether
// the answer that it keeps still holds, and the service answered 304.
import type { Page } from 'playwright-core';

export interface Served {
  /** Address without the origin. */
  path: string;
  status: number;
}

/**
 * Watches what the service answers to this page from now on.
 *
 * @returns a function that returns what came since the last call, in the order in which it came
 */
export async function watchServed(page: Page): Promise<() => Served[]> {
  let served: { requestId: string; status: number }[] = [];
  const paths = new Map<string, string>();
  const session = await page.context().newCDPSession(page);
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname, search } = new URL(request.url);
    paths.set(requestId, pathname + search);
  });
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    served.push({ requestId, status: statusCode });
  });
  await session.send('Network.enable');
  return () => {
    // The browser may tell of an answer before it tells of the request: then it is left for later.
    const isKnown = ({ requestId }: { requestId: string }) => paths.has(requestId);
    const known = served.filter(isKnown);
    served = served.filter((one) => !isKnown(one));
    return known.map(({ requestId, status }) => ({ path: paths.get(requestId) ?? '', status }));
  };
}
