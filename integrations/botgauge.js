// Collects log entries and sends them to Botgauge. It has no dependencies and runs wherever there is
// `fetch`: in Cloudflare Workers, on Netlify Edge, on Vercel, and in Node.js 20 or newer.
//
// The visitor's request never waits for Botgauge and never fails because of it. What cannot be sent
// is dropped, and the hook `onDrop` is told how much and why.

/**
 * A log entry of `POST /api/v1/logs/custom`.
 * @typedef {object} Entry
 * @property {number} timestamp epoch milliseconds
 * @property {string} method
 * @property {string} host
 * @property {string} path without the query
 * @property {number} status_code
 * @property {string} ip
 * @property {string} user_agent
 * @property {string} [referer]
 * @property {string} [content_type]
 * @property {string} [signature_agent] names agents with the user agent of a plain browser
 * @property {string} [sec_fetch_mode] the header Sec-Fetch-Mode; empty when the visitor sent none
 * @property {string} [sec_purpose] the header Sec-Purpose
 * @property {string} [country] of the visitor's address, two letters
 * @property {number | string} [asn] the number of the network that the visitor's address belongs to
 * @property {string} [protocol] HTTP version between the visitor and the edge, such as HTTP/2
 * @property {number} [bytes_sent]
 * @property {number} [duration_ms]
 */

/**
 * @typedef {object} Options
 * @property {string} url address of the service, such as https://botgauge.example
 * @property {string} key a Bot Tracking Key, bot_…
 * @property {number} [collectMs] how long entries are collected before they are sent together
 * @property {number} [batchSize] this many entries are sent at once; at most 1000
 * @property {number} [mostHeld] how many entries are held; further ones are dropped
 * @property {number} [tries] how often a batch is sent before it is dropped
 * @property {number} [timeoutMs] how long one try may take
 * @property {number} [pauseMs] how long to wait after the first try; each further pause is twice as long
 * @property {(dropped: { entries: number, reason: string }) => void} [onDrop]
 * @property {typeof fetch} [fetch] sends the requests; for tests
 */

const DEFAULTS = {
  collectMs: 1_000,
  batchSize: 200,
  mostHeld: 2_000,
  tries: 3,
  timeoutMs: 5_000,
  pauseMs: 500,
};

/** Answers after which the same batch may be taken later: too slow, still under way, too many. */
const TEMPORARY = [408, 409, 429];

/** The service keeps no more of these texts, so more of them is not held here either. */
const LONGEST_TEXT = 2_048;

/** @param {{ entries: number, reason: string }} dropped */
function warn({ entries, reason }) {
  console.warn(`Botgauge: ${entries} log entries were dropped: ${reason}`);
}

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits, but keeps no process of Node.js alive.
 * @param {number} ms
 */
const pause = (ms) =>
  new Promise((resolve) => {
    /** @type {any} */ (setTimeout(resolve, ms)).unref?.();
  });

/** Collects entries in memory, and sends them in batches. */
export class Collector {
  /** @type {Entry[]} */
  #waiting = [];
  /**
   * Batches that are under way. A platform may end the request that sends one, so after its longest
   * time a batch is no longer counted.
   * @type {Set<{ size: number, until: number }>}
   */
  #batches = new Set();
  /** Entries that were dropped because too many were held, and are not told yet. */
  #overflown = 0;
  /** While it is not later than this, a call of `note` waits and will send what was collected. */
  #leadsUntil = 0;
  /** @type {Set<Promise<void>>} */
  #underWay = new Set();
  #address;
  #options;

  /** @param {Options} options */
  constructor(options) {
    const { url, key } = options;
    if (!url || !key) throw new Error('Botgauge needs url and key, a Bot Tracking Key (bot_…)');
    this.#address = new URL('/api/v1/logs/custom', url).href;
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    /** @type {Required<Options>} */
    this.#options = {
      ...DEFAULTS,
      onDrop: warn,
      // Some platforms accept `fetch` as a function of the global object only.
      fetch: /** @type {typeof fetch} */ ((input, init) => fetch(input, init)),
      ...Object.fromEntries(given),
      url,
      key,
    };
  }

  /**
   * Takes an entry. The promise is for `waitUntil`: it resolves when nothing is left to do for this
   * request, and never rejects.
   *
   * On a platform of requests, a timer lives only as long as the request that started it. So the
   * first request waits for the others and sends what they brought, and when it has not come back
   * in twice that time, another one does it.
   *
   * @param {() => Entry} makeEntry
   * @returns {Promise<void>}
   */
  note(makeEntry) {
    const { mostHeld, batchSize, collectMs } = this.#options;
    try {
      if (this.#countHeld() < mostHeld) this.#waiting.push(shorten(makeEntry()));
      else this.#overflown++;
    } catch (error) {
      this.#drop(1, error);
      return Promise.resolve();
    }
    if (this.#waiting.length >= batchSize) return this.#remember(this.#sendWaiting());
    if (Date.now() < this.#leadsUntil) return Promise.resolve();
    this.#leadsUntil = Date.now() + 2 * collectMs;
    return pause(collectMs).then(() => this.#remember(this.#sendWaiting()));
  }

  /** Sends what is waiting. Resolves when it and everything before is sent or dropped. */
  async flush() {
    void this.#remember(this.#sendWaiting());
    await Promise.all(this.#underWay);
  }

  #countHeld() {
    let held = this.#waiting.length;
    for (const batch of this.#batches) {
      if (batch.until > Date.now()) held += batch.size;
      else this.#batches.delete(batch);
    }
    return held;
  }

  /** @param {Promise<void>} work */
  #remember(work) {
    this.#underWay.add(work);
    return work.finally(() => this.#underWay.delete(work));
  }

  async #sendWaiting() {
    this.#leadsUntil = 0;
    const entries = this.#waiting;
    this.#waiting = [];
    const { tries, timeoutMs, pauseMs } = this.#options;
    const until = Date.now() + tries * timeoutMs + 2 ** tries * pauseMs;
    const batch = { size: entries.length, until };
    this.#batches.add(batch);
    const failure = entries.length > 0 ? await this.#send(entries) : undefined;
    this.#batches.delete(batch);
    if (failure) this.#drop(entries.length, failure);
    const overflown = this.#overflown;
    this.#overflown = 0;
    if (overflown > 0) this.#drop(overflown, 'too many entries wait');
  }

  /**
   * Sends a batch, under the same name at every try, so that it is stored once. Returns the reason
   * when it is given up.
   *
   * @param {Entry[]} entries
   * @returns {Promise<Error | undefined>}
   */
  async #send(entries) {
    const { key, tries, pauseMs } = this.#options;
    const headers = {
      'content-type': 'application/json',
      'x-api-key': key,
      'idempotency-key': crypto.randomUUID(),
    };
    const body = JSON.stringify(entries);
    for (let attempt = 1; ; attempt++) {
      const { failure, isFinal } = await this.#try({ method: 'POST', headers, body });
      if (!failure || isFinal || attempt >= tries) return failure;
      await sleep(pauseMs * 2 ** (attempt - 1));
    }
  }

  /**
   * @param {RequestInit} request
   * @returns {Promise<{ failure?: Error, isFinal?: boolean }>}
   */
  async #try(request) {
    const { fetch, timeoutMs } = this.#options;
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      // A redirect is not followed, because the key is for this address only.
      const response = await fetch(this.#address, { ...request, signal, redirect: 'manual' });
      await response.body?.cancel();
      if (response.ok) return {};
      const { status } = response;
      const isFinal = status < 500 && !TEMPORARY.includes(status);
      return { failure: new Error(`the service answered ${status}`), isFinal };
    } catch (error) {
      return { failure: toError(error) };
    }
  }

  /**
   * @param {number} entries
   * @param {unknown} error
   */
  #drop(entries, error) {
    try {
      this.#options.onDrop({ entries, reason: toError(error).message });
    } catch {
      // A fault of the hook must not reach the visitor.
    }
  }
}

/** @param {unknown} error */
const toError = (error) => (error instanceof Error ? error : new Error(String(error)));

/**
 * @param {Entry} entry
 * @returns {Entry}
 */
function shorten(entry) {
  const texts = Object.entries(entry).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : value,
  ]);
  return Object.fromEntries(texts);
}

/**
 * Returns the fields of an entry that are headers of the request.
 *
 * An empty `sec_fetch_mode` says that the visitor sent no such header. Without the field, the service
 * would take it that the log does not have the header.
 *
 * @param {(name: string) => string | undefined} read returns a header by its name in lower case
 */
export function fieldsOfHeaders(read) {
  return {
    user_agent: read('user-agent') ?? '',
    referer: read('referer'),
    signature_agent: read('signature-agent'),
    sec_fetch_mode: read('sec-fetch-mode') ?? '',
    sec_purpose: read('sec-purpose'),
  };
}

/**
 * What only the platform itself knows of a visitor.
 * @typedef {object} Visitor
 * @property {string | null | undefined} ip
 * @property {string | null} [country]
 * @property {number | string | null} [asn]
 * @property {string | null} [protocol]
 */

/**
 * Returns the entry of a request as the Fetch standard has it.
 *
 * @param {Request} request
 * @param {object} visit
 * @param {Visitor} visit.visitor
 * @param {number} visit.startedAt epoch milliseconds
 * @param {number} [visit.endedAt] undefined when the answer is made later
 * @param {Pick<Response, 'status' | 'headers'>} [visit.response]
 * @returns {Entry}
 */
export function entryOfRequest(request, { visitor, startedAt, endedAt, response }) {
  const { host, pathname } = new URL(request.url);
  const bytes = response?.headers.get('content-length');
  return {
    timestamp: startedAt,
    method: request.method,
    host,
    path: pathname,
    status_code: response?.status ?? 200,
    ip: visitor.ip ?? '',
    country: visitor.country ?? undefined,
    asn: visitor.asn ?? undefined,
    protocol: visitor.protocol ?? undefined,
    ...fieldsOfHeaders((name) => request.headers.get(name) ?? undefined),
    content_type: response?.headers.get('content-type') ?? undefined,
    bytes_sent: bytes ? Number(bytes) : undefined,
    duration_ms: endedAt === undefined ? undefined : endedAt - startedAt,
  };
}
