import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOOK_EVERY_MS } from './growing-file.js';

const PAUSE = Buffer.alloc(0);

/**
 * Yields what comes from a stream, and an empty chunk each second in which something came, so that
 * lines do not wait until a batch is full.
 *
 * @throws AbortError when the signal says so
 */
export async function* withPauses(input: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  const stop = () => void input.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const chunks = (input as AsyncIterable<Buffer | string>)[Symbol.asyncIterator]();
    let next = chunks.next();
    let tick: Promise<undefined> | undefined;
    for (;;) {
      // Without a tick nothing waits to be sent, so only the next chunk is waited for.
      const chunk = await (tick ? Promise.race([next, tick]) : next);
      signal.throwIfAborted();
      if (chunk?.done) return;
      tick = chunk ? (tick ?? sleep(LOOK_EVERY_MS)) : undefined;
      if (chunk) next = chunks.next();
      yield chunk ? Buffer.from(chunk.value) : PAUSE;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
