import type { IncomingMessage } from 'node:http';
import { type NoAnswer, openRequest, type Order } from './open-request.js';

/** A message, and where it goes. */
export type Letter = Omit<Order, 'method' | 'body' | 'connectMs'> & { body: string };

/** What came of a request. `retryAfter` is the header as it came. */
export type Posted =
  { kind: 'answered'; status: number; retryAfter: string | undefined } | NoAnswer;

/** A receiver that says more than this is not listened to. */
const MOST_ANSWER_BYTES = 4_096;
/** How long the rest of an answer may take whose status is there. */
const REST_MS = 1_000;

/**
 * Sends one POST request and returns the status of the answer. Redirects are answers like others.
 *
 * @param signal ends everything
 */
export async function post(letter: Letter, signal: AbortSignal): Promise<Posted> {
  const opened = await openRequest({ ...letter, method: 'POST' }, signal);
  if (opened.kind !== 'opened') return opened;
  const { response, close } = opened;
  const { statusCode: status = 0, headers } = response;
  await discard(response);
  close();
  return { kind: 'answered', status, retryAfter: headers['retry-after'] };
}

/** Lets a short answer end, so that its sender sees no error. Nothing of it is kept. */
function discard(response: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(resolve, REST_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_ANSWER_BYTES) end();
    });
    response.on('close', end);
    response.on('error', end);
  });
}
