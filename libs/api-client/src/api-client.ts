import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzip } from 'node:zlib';
import { type AnswerVerdict, type Refusal, waitBeforeRetry } from '@app/api-answers';
import { type KeyKind, LOG_COLUMNS_TYPE, type Website } from '@app/contracts';
import { attempt } from './attempt.js';
import { attemptLong, type LongAnswer } from './attempt-long.js';
import type { HttpRequest } from './http-request.js';

const compress = promisify(gzip);
/** Matches an address of this machine, where packing costs more than it saves. */
const ON_THIS_MACHINE = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:\/|$)/i;

export interface ApiClientOptions {
  /** Base address, without a slash at its end. */
  url: string;
  /** The keys to use. A request needs the one of its kind. */
  keys: Partial<Record<KeyKind, string>>;
  /** Milliseconds without an accepted request after which the client gives up. */
  patienceMs: number;
  /**
   * Called with the reason, in the words of the answer, before the client waits and tries again.
   */
  onWait: (reason: string) => void;
  /** Ends every waiting: the request is not tried again, and an AbortError is thrown. */
  signal?: AbortSignal;
}

/**
 * Why the API did not do what it was asked for. `away`: it does not answer, or accepts nothing.
 * `key`: it does not accept the key. `refused`: it understood the request and refuses it.
 */
export type ApiFaultKind = 'away' | 'key' | 'refused';

/**
 * An API call that failed. The message says what happened; the caller knows what to do about it.
 */
export class ApiFault extends Error {
  override name = 'ApiFault';

  constructor(
    readonly kind: ApiFaultKind,
    /** Kind of the key that the request was made with. */
    readonly keyKind: KeyKind,
    message: string,
  ) {
    super(message);
  }
}

type Verdict = Exclude<AnswerVerdict, { kind: 'retry' }>;

/**
 * Talks to one API with its keys. It waits when the API asks it to, and for an API that is away.
 */
export class ApiClient {
  private lastAnswer = performance.now();

  constructor(private readonly options: ApiClientOptions) {}

  /**
   * Returns the websites of the API Key's account.
   *
   * @throws ApiFault
   */
  async websites(): Promise<Website[]> {
    return (await this.get<{ websites: Website[] }>('/api/v1/websites')).websites;
  }

  /**
   * Returns the field `data` of the answer.
   *
   * @throws ApiFault
   */
  async get<Data>(path: string): Promise<Data> {
    const verdict = await this.ask(path, 'api', { method: 'GET', headers: {} });
    if (verdict.kind === 'refused') throw this.faultOf(verdict.refusal, 'api');
    return (verdict.body as { data: Data }).data;
  }

  /**
   * Reads a long answer while it comes. When it breaks off, it is asked for again, and `take` is
   * called anew with the new answer.
   *
   * @throws ApiFault, or what `take` throws
   */
  async read<T>(path: string, take: (answer: LongAnswer) => Promise<T>): Promise<T> {
    const { url, keys, onWait, signal } = this.options;
    const headers = { 'x-api-key': keys.api ?? '' };
    for (let failures = 1; ; failures++) {
      const outcome = await attemptLong(`${url}${path}`, { method: 'GET', headers }, take);
      if (outcome.kind === 'taken') {
        this.lastAnswer = performance.now();
        return outcome.result;
      }
      if (outcome.kind === 'refused') throw this.faultOf(outcome.refusal, 'api');
      // A long answer may take long, so only what fails again and again tires the client out.
      if (outcome.busy || failures === 1) this.lastAnswer = performance.now();
      this.checkPatience(outcome.reason, 'api');
      onWait(outcome.reason);
      const wait = waitBeforeRetry(outcome.retryAfter, failures, Math.random());
      await sleep(wait, undefined, { signal });
    }
  }

  /**
   * Sends entries as columns. A repeated request under the same `name` counts once.
   *
   * @param body of the type `LOG_COLUMNS_TYPE`, in UTF-8
   * @returns how many were accepted, or why none was
   * @throws ApiFault when the key is wrong, or the API stays away
   */
  async send(body: Uint8Array, name: string): Promise<number | Refusal> {
    const isPacked = !ON_THIS_MACHINE.test(this.options.url);
    const verdict = await this.ask('/api/v1/logs/custom', 'bot', {
      method: 'POST',
      headers: {
        'content-type': LOG_COLUMNS_TYPE,
        'idempotency-key': name,
        ...(isPacked && { 'content-encoding': 'gzip' }),
      },
      body: isPacked ? await compress(body, { level: 1 }) : body,
    });
    if (verdict.kind === 'accepted') return (verdict.body as { processed: number }).processed;
    const { status } = verdict.refusal;
    if (status === 400 || status === 422) return verdict.refusal;
    throw this.faultOf(verdict.refusal, 'bot');
  }

  /** Repeats a request until the answer is final. */
  private async ask(path: string, keyKind: KeyKind, request: HttpRequest): Promise<Verdict> {
    const { url, keys, onWait, signal } = this.options;
    const headers = { ...request.headers, 'x-api-key': keys[keyKind] ?? '' };
    for (let failures = 1; ; failures++) {
      const outcome = await attempt(`${url}${path}`, { ...request, headers });
      if (outcome.kind !== 'retry' || outcome.busy) this.lastAnswer = performance.now();
      if (outcome.kind !== 'retry') return outcome;
      this.checkPatience(outcome.reason, keyKind);
      onWait(outcome.reason);
      const wait = waitBeforeRetry(outcome.retryAfter, failures, Math.random());
      await sleep(wait, undefined, { signal });
    }
  }

  private checkPatience(reason: string, keyKind: KeyKind): void {
    const { url, patienceMs } = this.options;
    if (performance.now() - this.lastAnswer < patienceMs) return;
    const seconds = Math.round(patienceMs / 1000);
    const what = keyKind === 'bot' ? 'taken nothing' : 'not answered';
    const message = `The API at ${url} has ${what} for ${seconds} s (${reason})`;
    throw new ApiFault('away', keyKind, message);
  }

  private faultOf({ status, message }: Refusal, keyKind: KeyKind): ApiFault {
    const { url } = this.options;
    if (status === 401 || status === 403) {
      return new ApiFault('key', keyKind, `The API at ${url} does not accept the key (${status})`);
    }
    return new ApiFault('refused', keyKind, `The API refused the request (${status}): ${message}`);
  }
}
