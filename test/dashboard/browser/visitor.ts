// A person with a browser of their own: cookies, windows, and everything that goes wrong in them.
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  Request,
} from 'playwright-core';
import { WATCH_CHANGES } from './settled.js';

/** A busy machine fails no test: whatever is waited for may take this long. */
const PATIENCE_MS = 120_000;

/** Tells the suite about what the policy of the page has forbidden. */
const WATCH_POLICY = `document.addEventListener('securitypolicyviolation', (event) =>
  botgaugeViolation(event.effectiveDirective + ' forbids ' + (event.blockedURI || 'something') +
    ' ' + event.sample));`;

export interface SeenRequest {
  method: string;
  /** Address without the origin. */
  path: string;
  /** Undefined as long as there is no answer. */
  status: number | undefined;
}

/** A browser profile of its own, of which every fault is noted. */
export class Visitor {
  /** Errors of the console, of scripts, of the policy and of requests, in words. */
  readonly faults: string[] = [];
  /** Every request to the service, in the order in which they were sent. */
  readonly requests: SeenRequest[] = [];
  /** How many requests have no complete answer yet. */
  underWay = 0;
  private readonly noted = new Map<Request, SeenRequest>();

  private constructor(
    private readonly origin: string,
    readonly context: BrowserContext,
  ) {
    context.setDefaultTimeout(PATIENCE_MS);
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        this.faults.push(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.faults.push(`script: ${error.error().stack}`));
    context.on('request', (request) => this.note(request));
    context.on('response', (response) => {
      const seen = this.noted.get(response.request());
      if (seen) seen.status = response.status();
    });
    context.on('requestfinished', () => this.underWay--);
    context.on('requestfailed', (request) => {
      this.underWay--;
      const why = request.failure()?.errorText ?? 'failed';
      // A page may give up a request when it no longer needs the answer.
      if (why !== 'net::ERR_ABORTED') this.faults.push(`request: ${request.url()} ${why}`);
    });
  }

  /** @param base address of the service, with the path where it is served */
  static async come(
    browser: Browser,
    base: string,
    options: BrowserContextOptions = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({
      baseURL: `${base}/`,
      viewport: { width: 1280, height: 900 },
      locale: 'en-GB',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
      ...options,
    });
    const visitor = new Visitor(new URL(base).origin, context);
    await context.exposeBinding('botgaugeViolation', (_, what: string) => {
      visitor.faults.push(`policy: ${what}`);
    });
    await context.addInitScript(WATCH_POLICY);
    await context.addInitScript(WATCH_CHANGES);
    return visitor;
  }

  /** Opens an address, relative to where the service is served, in a new window. */
  async open(address: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(address);
    return page;
  }

  /** Returns the faults so far and forgets them: a test expects some, and no others. */
  takeFaults(): string[] {
    return this.faults.splice(0);
  }

  leave(): Promise<void> {
    return this.context.close();
  }

  private note(request: Request): void {
    this.underWay++;
    const url = new URL(request.url());
    if (!url.protocol.startsWith('http')) return;
    if (url.origin !== this.origin) this.faults.push(`other origin: ${request.url()}`);
    const seen = { method: request.method(), path: url.pathname + url.search, status: undefined };
    this.noted.set(request, seen);
    this.requests.push(seen);
  }
}
