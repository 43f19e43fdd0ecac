import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type AnswerVerdict, judgeAnswer } from '@app/api-answers';
import { type HttpRequest, openAnswer, wholeAnswer } from './http-request.js';

/** An answer that is read while it comes. */
export interface LongAnswer {
  headers: IncomingHttpHeaders;
  bytes: AsyncIterable<Buffer>;
}

/** The end of an answer is missing. */
class BrokenAnswer extends Error {
  override name = 'BrokenAnswer';
}

type LongVerdict<T> = { kind: 'taken'; result: T } | Exclude<AnswerVerdict, { kind: 'accepted' }>;

/**
 * Sends a request once, and lets the answer be read if it is one.
 *
 * @throws only what `take` throws by itself
 */
export async function attemptLong<T>(
  url: string,
  request: HttpRequest,
  take: (answer: LongAnswer) => Promise<T>,
): Promise<LongVerdict<T>> {
  let response: IncomingMessage;
  try {
    response = await openAnswer(url, request);
    if (response.statusCode !== 200) {
      const verdict = judgeAnswer(await wholeAnswer(response));
      return verdict.kind === 'accepted' ? again(`${response.statusCode}`) : verdict;
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return again(code ?? message);
  }
  try {
    const result = await take({ headers: response.headers, bytes: bytesOf(response) });
    return { kind: 'taken', result };
  } catch (error) {
    response.destroy();
    if (error instanceof BrokenAnswer) return again(error.message);
    throw error;
  }
}

const again = (reason: string) =>
  ({ kind: 'retry', reason, retryAfter: null, busy: false }) as const;

async function* bytesOf(response: IncomingMessage): AsyncGenerator<Buffer> {
  const bytes = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const next = await bytes.next().catch((error: NodeJS.ErrnoException) => {
      throw new BrokenAnswer(`the answer was broken off (${error.code ?? error.message})`);
    });
    if (next.done) return;
    yield next.value;
  }
}
