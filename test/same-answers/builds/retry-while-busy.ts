import { setTimeout as sleep } from 'node:timers/promises';
import type { TextAnswer } from '../../support/http.js';

/** How often a build may answer that it is too busy before that is its answer. */
const MOST_TIMES = 20;

/** Statuses by which a build says that it, or the account, has too much under way at the moment. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/**
 * Sends a request until the answer is not that the build is too busy: on a busy machine, one of two
 * builds that answer the same may need a moment longer. A connection that was idle for a while may be
 * closed by the build just when the next request is sent, so that is sent a second time.
 */
export async function retryWhileBusy(send: () => Promise<TextAnswer>): Promise<TextAnswer> {
  for (let times = 1; ; times++) {
    const answer = await send().catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' || times > 1) throw error;
    });
    if (!answer) continue;
    if (!BUSY.has(answer.status) || times === MOST_TIMES) return answer;
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
  }
}
