import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzip } from 'node:zlib';
import type { KeyKind, Website } from '@app/contracts';
import { printable } from '@app/report-text';
import { CommandError } from '../program/command-error.js';
import { readRefusal, type Refusal } from './answer.js';
import { type HttpRequest, httpRequest } from './http-request.js';
import { KEY_SETTINGS } from './require-key.js';
import { waitBeforeRetry } from './wait.js';

const compress = promisify(gzip);
/** The service, or what stands in front of it, may answer otherwise soon. */
const PASSING = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
/** It lives and says when it will take more: waiting for that has no end. */
const BUSY = new Set([409, 429]);

export interface ApiClientOptions {
  /** Base address. */
  url: string;
  /** Milliseconds without an accepted request after which it gives up. */
  patienceMs: number;
  /** Is told why it waits, in words for the operator. */
  onWait: (reason: string) => void;
}

/** Speaks to one API; waits as it is asked to, and for an API that is not there. */
export class ApiClient {
  private lastAnswer = performance.now();

  constructor(private readonly options: ApiClientOptions) {}

  /** The websites of an API Key's account. */
  async websites(apiKey: string): Promise<Website[]> {
    return (await this.get<{ websites: Website[] }>('/api/v1/websites', apiKey)).websites;
  }

  /** What a report has in `data`. @throws CommandError when it is refused, or the API stays away */
  async get<Data>(path: string, apiKey: string): Promise<Data> {
    const headers = { 'x-api-key': apiKey };
    const answer = await this.ask(path, { method: 'GET', headers });
    if ('code' in answer) throw refused('api', answer);
    return (answer.body as { data: Data }).data;
  }

  /**
   * Sends a JSON array of entries; a repetition under the same `name` counts once.
   *
   * @returns how many were accepted, or why none was
   * @throws CommandError when the key is wrong, or the API stays away
   */
  async send(body: string, botKey: string, name: string): Promise<number | Refusal> {
    const answer = await this.ask('/api/v1/logs/custom', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'x-api-key': botKey,
        'idempotency-key': name,
      },
      body: await compress(body, { level: 1 }),
    });
    if (!('code' in answer)) return (answer.body as { processed: number }).processed;
    if (answer.status === 400 || answer.status === 422) return answer;
    throw refused('bot', answer);
  }

  /** Until there is an answer that stays the same when it is asked again. */
  private async ask(path: string, request: HttpRequest): Promise<{ body: unknown } | Refusal> {
    const { url, onWait } = this.options;
    for (let failures = 1; ; failures++) {
      const answer = await attempt(`${url}${path}`, request);
      if (answer.kind === 'done') {
        this.lastAnswer = performance.now();
        return answer.result;
      }
      if (answer.busy) this.lastAnswer = performance.now();
      this.checkPatience(answer.reason);
      onWait(answer.reason);
      await sleep(waitBeforeRetry(answer.retryAfter, failures, Math.random()));
    }
  }

  private checkPatience(reason: string): void {
    const { url, patienceMs } = this.options;
    if (performance.now() - this.lastAnswer < patienceMs) return;
    throw new CommandError(
      `The API at ${url} has taken nothing for ${Math.round(patienceMs / 1000)} s (${reason}): ` +
        'start it, or correct BOTGAUGE_URL, then run the same command again. It goes on where it stopped.',
    );
  }
}

type Attempt =
  | { kind: 'done'; result: { body: unknown } | Refusal }
  | { kind: 'retry'; reason: string; retryAfter: string | null; busy: boolean };

async function attempt(url: string, request: HttpRequest): Promise<Attempt> {
  try {
    const { status, text, retryAfter } = await httpRequest(url, request);
    if (PASSING.has(status)) {
      const { message } = readRefusal(status, text);
      const reason = `${status} ${printable(message)}`.trim();
      return { kind: 'retry', reason, retryAfter, busy: BUSY.has(status) };
    }
    const accepted = status >= 200 && status < 300;
    const result = accepted ? { body: JSON.parse(text) as unknown } : readRefusal(status, text);
    return { kind: 'done', result };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { kind: 'retry', reason: code ?? message, retryAfter: null, busy: false };
  }
}

function refused(kind: KeyKind, { status, message }: Refusal): CommandError {
  const { setting, command } = KEY_SETTINGS[kind];
  if (status === 401 || status === 403) {
    return new CommandError(
      `The API does not take the key in ${setting} (${status}): make one with \`${command}\`.`,
    );
  }
  return new CommandError(`The API refused the request (${status}): ${printable(message)}`);
}
