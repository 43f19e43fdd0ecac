import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzip } from 'node:zlib';
import { printable } from '@app/report-text';
import { ExpectedError } from '../expected-error.js';

const compress = promisify(gzip);

const LONGEST_WAIT_MS = 60_000;
// Without an answer: the API is being restarted, or gone for good.
const SILENT_ATTEMPTS = 20;
const SILENT_WAIT_MS = 500;

/** The answer the API gives to a request it refuses. */
export class Refused extends ExpectedError {}

/** Speaks to one API with its keys, and waits when it is asked to (429 and 503 with `Retry-After`). */
export class ApiClient {
  constructor(
    private readonly baseUrl: string,
    private readonly keys: { api_key: string; bot_key: string },
  ) {}

  /** `data` of a metrics endpoint. */
  async read<T>(path: string, query: Record<string, string>): Promise<T> {
    const url = `${this.baseUrl}${path}?${new URLSearchParams(query).toString()}`;
    const body = await this.ask(url, { headers: { 'x-api-key': this.keys.api_key } });
    return (body as { data: T }).data;
  }

  /** Sends a JSON array of entries; `idempotencyKey` makes a repetition harmless. Returns how many were accepted. */
  async send(entries: string, idempotencyKey: string): Promise<number> {
    const body = await this.ask(`${this.baseUrl}/api/v1/logs/custom`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'x-api-key': this.keys.bot_key,
        'idempotency-key': idempotencyKey,
      },
      body: new Uint8Array(await compress(entries, { level: 1 })),
    });
    return (body as { processed: number }).processed;
  }

  private async ask(url: string, init: RequestInit): Promise<unknown> {
    for (let silent = 0; ;) {
      let response: Response;
      let text: string;
      try {
        response = await fetch(url, init);
        text = await response.text();
      } catch (error) {
        if (++silent === SILENT_ATTEMPTS) {
          throw new ExpectedError(`The API does not answer (${(error as Error).message}).`);
        }
        await sleep(SILENT_WAIT_MS);
        continue;
      }
      silent = 0;
      if (response.ok) return JSON.parse(text);
      if (response.status !== 429 && response.status !== 503) throw refusal(response.status, text);
      await sleep(waitOf(response.headers.get('retry-after')));
    }
  }
}

/** How long `Retry-After` asks to wait, in milliseconds; a second when it does not say. */
export function waitOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? 1);
  if (!Number.isFinite(seconds)) return 1000;
  return Math.min(Math.max(seconds * 1000, 100), LONGEST_WAIT_MS);
}

function refusal(status: number, text: string): Refused {
  let message = text.slice(0, 500);
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string } };
    message = error?.message ?? message;
  } catch {
    // Not our envelope: the text itself is all there is.
  }
  return new Refused(`The API refused (${status}): ${printable(message)}`);
}
