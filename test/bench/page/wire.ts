// What goes over the wire, as the browser counts it. Its DevTools tell more than Playwright: which
// answers were 304, and how many bytes came.
import type { Page } from 'playwright-core';

/** What was asked for since the last time. */
export interface Traffic {
  requests: number;
  /** Answers that said that nothing has changed. */
  unchanged: number;
  /** Bytes of answers with their headers, compressed as they came. */
  bytes: number;
  /** How many requests waited one for the other, at most. */
  steps: number;
}

interface Request {
  /** Seconds. */
  sent: number;
  /** Undefined as long as the answer is not complete. */
  answered?: number;
  status: number;
  bytes: number;
}

/** Watches the requests of a page. */
export class Wire {
  private readonly requests = new Map<string, Request>();

  /** Begins before the page is opened. */
  static async of(page: Page): Promise<Wire> {
    const wire = new Wire();
    const session = await page.context().newCDPSession(page);
    session.on('Network.requestWillBeSent', ({ requestId, timestamp, request }) => {
      if (!request.url.startsWith('http')) return;
      wire.requests.set(requestId, { sent: timestamp, status: 0, bytes: 0 });
    });
    // Other events tell of 200 where the browser takes the body from what it keeps.
    session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
      wire.change(requestId, (request) => (request.status = statusCode));
    });
    session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
      wire.change(requestId, (request) => {
        request.answered = timestamp;
        request.bytes = encodedDataLength;
      });
    });
    await session.send('Network.enable');
    return wire;
  }

  /** Returns what went over the wire since the last time that this was asked. */
  take(): Traffic {
    const all = [...this.requests.values()];
    this.requests.clear();
    return {
      requests: all.length,
      unchanged: all.filter(({ status }) => status === 304).length,
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      steps: longestChain(all),
    };
  }

  private change(id: string, how: (request: Request) => void): void {
    const request = this.requests.get(id);
    if (request) how(request);
  }
}

/** The most requests of which each was sent after the one before was answered. */
export function longestChain(requests: readonly Pick<Request, 'sent' | 'answered'>[]): number {
  const chains: { end: number; length: number }[] = [];
  for (const { sent, answered = Infinity } of [...requests].sort((a, b) => a.sent - b.sent)) {
    const before = chains.filter(({ end }) => end <= sent).map(({ length }) => length);
    chains.push({ end: answered, length: 1 + Math.max(0, ...before) });
  }
  return Math.max(0, ...chains.map(({ length }) => length));
}
