import { type AnswerVerdict, judgeAnswer, type Refusal, waitBeforeRetry } from '@app/api-answers';
import { BODY_TYPE, type SendsEntries } from '@app/log-delivery';
import { ReadFault } from './read-fault.js';

/** As long as the command line waits for a service that does not answer. */
const PATIENCE_MS = 300_000;
const TIMEOUT_MS = 60_000;

interface SenderOptions {
  /** Where the service is, without a slash at the end. */
  url: string;
  key: string;
  /** Told why requests wait, as the service says, and undefined when none waits any more. */
  onWait: (reason: string | undefined) => void;
  /** Ends every waiting. A request that is under way comes to its end. */
  signal: AbortSignal;
}

/**
 * Sends entries with a Bot Tracking Key, as the command line does: it waits when the service asks
 * for it, and sends the same request again under the same name.
 */
export class EntrySender implements SendsEntries {
  private lastAnswer = performance.now();
  private waiting = 0;

  constructor(private readonly options: SenderOptions) {}

  /** @throws ReadFault `key`, `not_taken`, `away`; what the signal has as its reason */
  async send(entries: Uint8Array<ArrayBuffer>, name: string): Promise<number | Refusal> {
    const body = await packed(entries);
    for (let failures = 1; ; failures++) {
      const verdict = await this.attempt(body, name);
      if (verdict.kind !== 'retry' || verdict.busy) this.lastAnswer = performance.now();
      if (verdict.kind === 'accepted') return (verdict.body as { processed: number }).processed;
      if (verdict.kind === 'refused') return this.finalOf(verdict.refusal);
      this.checkPatience(verdict.reason);
      await this.wait(verdict.reason, waitBeforeRetry(verdict.retryAfter, failures, Math.random()));
    }
  }

  private async wait(reason: string, milliseconds: number): Promise<void> {
    const { signal, onWait } = this.options;
    this.waiting += 1;
    onWait(reason);
    await waited(milliseconds, signal);
    this.waiting -= 1;
    if (this.waiting === 0) onWait(undefined);
  }

  /** Never throws: a missing answer, whose reason is empty, is a reason to try again. */
  private async attempt(body: Blob, name: string): Promise<AnswerVerdict> {
    try {
      const response = await fetch(`${this.options.url}/api/v1/logs/custom`, {
        method: 'POST',
        // The key says who sends; whoever is signed in has nothing to do with it.
        credentials: 'omit',
        headers: {
          'content-type': BODY_TYPE,
          'content-encoding': 'gzip',
          'idempotency-key': name,
          'x-api-key': this.options.key,
        },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const retryAfter = response.headers.get('retry-after');
      return judgeAnswer({ status: response.status, retryAfter, text: await response.text() });
    } catch {
      return { kind: 'retry', reason: '', retryAfter: null, busy: false };
    }
  }

  private finalOf(refusal: Refusal): Refusal {
    const { status, message } = refusal;
    if (status === 400 || status === 422) return refusal;
    if (status === 401 || status === 403) throw new ReadFault({ kind: 'key' });
    throw new ReadFault({ kind: 'not_taken', status, message });
  }

  private checkPatience(reason: string): void {
    if (performance.now() - this.lastAnswer < PATIENCE_MS) return;
    throw new ReadFault({ kind: 'away', minutes: PATIENCE_MS / 60_000, reason });
  }
}

async function packed(bytes: Uint8Array<ArrayBuffer>): Promise<Blob> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Response(stream).blob();
}

/** @throws the reason of the signal, also when it came before */
function waited(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
