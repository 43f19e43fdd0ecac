import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeedHealthReport, SentLogEntry } from '@app/contracts';
import { createRecognisingReader, LineSplitter } from '@app/log-formats';
import { eventually, removedAtEnd } from '@app/testing';
import { exchange, get } from '../support/http.js';
import { inLanes } from '../support/in-lanes.js';
import { ShipProcess } from '../support/shipping.js';
import { startSystem, type System, type Tenant } from '../support/system.js';
import { type Backend, startBackend } from './backend.js';
import { comparable, entryOf, type Logged, numberOf, type Stored, visitOf } from './expected.js';
import { type Page, readPage } from './page.js';
import { isInstalled, type Program } from './program.js';
import { makeRequests, type SentRequest } from './requests.js';
import { visit, type WhenLeft } from './visitor.js';

/** A program whose page has a configuration. */
export interface Sender {
  /** The page is docs/feeds/<page>.md. */
  page: string;
  /** As the page's last paragraph names it: "Tested with <title> <version> of Debian 12: …". */
  title: string;
  /** What must be installed, all of it. */
  programs: string[];
  /** Returns the version that the program says of itself. */
  version(): string;
  /** The version of Debian 12. */
  debian12: string;
  whenLeft: WhenLeft;
  /** Starts it in this folder with the configuration of the page. */
  start(folder: string, page: Page, backend: Backend): Promise<Started>;
  /** How the log is sent; by default with the command `ship`. */
  delivery?: Delivery;
  /** Returns the entry where the program logs another one than `entryOf` says, and says why. */
  logs?(entry: Logged, request: SentRequest): Logged;
  /** Changes what the program cannot be sent, or refuses before it logs. */
  sends?(request: SentRequest): SentRequest;
}

/** A program that runs. */
export interface Started {
  /** The requests go to each of these ports of 127.0.0.1 and ::1 in turn. */
  ports: number[];
  /** The log to follow, also a pattern of several. */
  log: string;
  /** The logs that the pattern stands for, by default the log itself. */
  files?: string[];
  stop(): Promise<void>;
}

/** A program that sends a log itself. */
export interface Delivery {
  /** The last part of the address to which it sends. */
  feed: string;
  /** Starts it in this folder with the configuration of the page. */
  start(folder: string, page: Page, log: string, to: Receiver): Program;
}

/** Where a log is sent. */
export interface Receiver {
  url: string;
  botKey: string;
}

const REQUESTS = 1_000;

/** Describes how a program logs what it is sent, and what Botgauge makes of it. */
export function describeSender(sender: Sender): void {
  const missing = sender.programs.filter((program) => !isInstalled(program));
  const reason = missing.length > 0 ? ` (skipped: ${missing.join(', ')} is not installed)` : '';
  const suite = missing.length > 0 ? describe.skip : describe;
  suite(`${sender.title}, set up as its page says${reason}`, () => runSuite(sender));
}

/** What one run has. */
interface Run {
  page: Page;
  requests: SentRequest[];
  started: Started;
  begun: number;
  ended: number;
}

function runSuite(sender: Sender): void {
  let system: System;
  let tenant: Tenant;
  let run: Run;
  let entries: SentLogEntry[] = [];
  let stored = 0;
  const logs = (request: SentRequest): Logged => {
    const entry = entryOf(request);
    return sender.logs?.(entry, request) ?? entry;
  };

  beforeAll(async () => {
    system = await startSystem({ env: { IP_STORAGE: 'full' } });
    tenant = await system.createTenant({ domain: 'shop.example' });
    run = await sendRequests(sender);
  });
  afterAll(async () => {
    await run?.started.stop();
    await system.stop();
    const fields = [...new Set(entries.flatMap((entry) => Object.keys(entry)))].join(', ');
    process.stdout.write(
      `| ${sender.title} | ${sender.version()} | ${REQUESTS} | ${stored} | ${fields} |\n`,
    );
  });

  it('logs each request once, with every field as it was sent', () => {
    entries = readEntries(run.started);
    expectSame(entries.map(comparable), run.requests.map(logs));
    for (const { timestamp } of entries) {
      // Some programs log seconds only.
      expect(timestamp).toBeGreaterThanOrEqual(Math.floor(run.begun / 1_000) * 1_000);
      expect(timestamp).toBeLessThanOrEqual(run.ended);
    }
  });

  it('has every visit stored, with what was sent', async () => {
    const untilStored = () => system.untilVisits(tenant.website, REQUESTS);
    const to = { url: system.base, botKey: tenant.botKey };
    await deliver(sender.delivery, run, to, untilStored);
    const visits = await readVisits(system, tenant);
    stored = visits.length;
    expectSame(
      visits.map(withoutTime),
      run.requests.map((request) => visitOf(logs(request), request)),
    );
    const times = entries.map(({ timestamp }) => new Date(timestamp).toISOString());
    expect(visits.map(({ timestamp }) => timestamp).sort()).toEqual(times.sort());
  });

  it('makes visible what its page says', async () => {
    const expected = countsOf(run.page, run.requests.map(logs));
    const path = `/websites/${tenant.website.public_id}/feeds`;
    await eventually(async () => {
      const { body } = await get(system.base, path, tenant.apiKey);
      const [feed] = (body.data as { feeds: FeedHealthReport[] }).feeds;
      expect(feed).toMatchObject({
        feed: sender.delivery?.feed ?? 'custom',
        last_24_hours: expected,
      });
    });
  });

  it('names on its page the version with which this was run', () => {
    const version = sender.version();
    if (version === sender.debian12)
      expect(run.page.text).toContain(`\nTested with ${sender.title} ${version} of Debian 12:`);
    else
      process.stdout.write(
        `The page of ${sender.title} names ${sender.debian12} of Debian 12. This ran with ${version}.\n`,
      );
  });
}

/** Sends the log, by default with the command `ship`, until all of it is stored. */
async function deliver(
  delivery: Delivery | undefined,
  { page, started: { log } }: Run,
  to: Receiver,
  untilStored: () => Promise<void>,
): Promise<void> {
  if (delivery) {
    const program = delivery.start(makeFolder('delivery'), page, log, to);
    await untilStored();
    return program.stop();
  }
  const state = makeFolder('state');
  const env = {
    BOTGAUGE_URL: to.url,
    BOTGAUGE_BOT_KEY: to.botKey,
    IMPORT_STATE_DIR: state,
  };
  const ship = new ShipProcess([log], env);
  await untilStored();
  expect({ status: await ship.stop(), output: ship.output() }).toMatchObject({ status: 0 });
  expect(ship.output()).toMatch(/1,000 entries, 0 rejected, 1,000 lines in .*\n$/);
}

async function sendRequests(sender: Sender): Promise<Run> {
  const page = readPage(sender.page);
  const backend = await startBackend();
  const started = await sender.start(makeFolder('sender'), page, backend);
  const requests = makeRequests(REQUESTS).map((request) => sender.sends?.(request) ?? request);
  const begun = Date.now();
  const statuses = await inLanes(REQUESTS, (index) => {
    const request = requests[index] as SentRequest;
    const port = started.ports[index % started.ports.length] as number;
    return visit(request, port, backend, sender.whenLeft);
  });
  const wanted = requests.map(({ status, goesAway }) => (goesAway ? undefined : status));
  expect(statuses).toEqual(wanted);
  await eventually(() => expect(linesOf(started)).toHaveLength(REQUESTS));
  return { page, requests, started, begun, ended: Date.now() };
}

function makeFolder(name: string): string {
  return removedAtEnd(mkdtempSync(join(tmpdir(), `botgauge-${name}-`)));
}

/** Returns the lines of a log, cut as every reader of logs cuts them. */
export function linesOf({ log, files = [log] }: Started): string[] {
  return files.flatMap((file) => {
    const lines = new LineSplitter().push(readFileSync(file));
    return lines.map(({ text }) => text ?? 'a line that is too long');
  });
}

/** Returns the entries of a log. Every line must be one. */
function readEntries(started: Started): SentLogEntry[] {
  const reader = createRecognisingReader({ now: Date.now(), host: '' });
  return linesOf(started).map((line) => {
    const results = reader.readLine(line);
    const [result] = results;
    if (results.length !== 1 || result?.kind !== 'entry')
      throw new Error(`${line} is no entry, but ${JSON.stringify(results)}`);
    return result.entry;
  });
}

/**
 * Expects the same entries or visits in any order. The number of the request is in their paths.
 */
function expectSame<T extends { path: string }>(found: T[], expected: T[]): void {
  const inOrder = (list: T[]) => list.toSorted((a, b) => numberOf(a.path) - numberOf(b.path));
  const [one, other] = [inOrder(found), inOrder(expected)];
  expect(one.map(({ path }) => numberOf(path))).toEqual(other.map(({ path }) => numberOf(path)));
  const differences = one.flatMap((entry, index) => differencesOf(entry, other[index] as T));
  // A few can be read, and thousands cannot.
  expect(differences.slice(0, 20)).toEqual([]);
}

function differencesOf<T extends { path: string }>(found: T, expected: T): unknown[] {
  const names = Object.keys({ ...found, ...expected }) as (keyof T)[];
  return names
    .filter((name) => found[name] !== expected[name])
    .map((name) => ({ path: expected.path, name, found: found[name], expected: expected[name] }));
}

type Visit = Stored & { timestamp: string };

async function readVisits({ base }: System, { website, apiKey }: Tenant): Promise<Visit[]> {
  const path = `/api/v1/websites/${website.public_id}/export?format=ndjson`;
  const { text } = await exchange(`${base}${path}`, { headers: { 'x-api-key': apiKey } });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Visit);
}

function withoutTime(visit: Visit): Stored {
  const { method, host, path, status_code, ip, user_agent, referer } = visit;
  return { method, host, path, status_code, ip, user_agent, referer };
}

/** A visitor may send anything. What is no mode counts as if the log did not have the header. */
const FETCH_MODE = /^(?:|navigate|cors|no-cors|same-origin|websocket)$/;

/** Returns the counts that the report of feeds must have, if the table of the page is right. */
function countsOf({ visible }: Page, expected: Logged[]): Record<string, unknown> {
  const says = (label: string) => visible.get(label)?.startsWith('yes') === true;
  const count = (fits: (entry: Logged) => boolean) => expected.filter(fits).length;
  const all = expected.length;
  return {
    entries: all,
    rejected: 0,
    skipped: 0,
    without_address: says("visitors' addresses") ? 0 : all,
    without_host: says('hosts') ? count(({ host }) => host === '') : all,
    without_country: says('countries') ? 0 : all,
    without_fetch_headers: says('`Sec-Fetch` headers')
      ? count(({ sec_fetch_mode: mode }) => !FETCH_MODE.test(mode ?? ''))
      : all,
    without_referer: count(({ referer = '' }) => referer === ''),
    static_files: says('files of pages')
      ? count(({ path }) => /\.(?:png|css)(?:\?|$)/.test(path))
      : 0,
  };
}
