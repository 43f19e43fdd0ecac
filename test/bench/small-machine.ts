// Measures what everything of `npm start` does on a small machine: a steady load, and the page meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { NpmStart } from '../support/npm-start.js';
import { startChild } from './child.js';
import { median, megabytes, percentile, printTable, progress, round } from './figures.js';
import { numbersOf, type Options } from './options.js';
import type { Order, Sent } from './pipeline/producer.js';
import { enterLimitedGroup } from './small-machine/limits.js';

const MIB = 2 ** 20;
const CONNECTIONS = 4;
/** What the overview of the page asks for, below the address of the website. */
const REPORTS = ['summary', 'timeseries', 'bots', 'pages'];
const LOOK_MS = 1_000;
/** If no further entry becomes visible for this long, something is broken. */
const PATIENCE_MS = 60_000;

interface Website {
  base: string;
  id: string;
  apiKey: string;
  botKey: string;
}

export async function smallMachine(options: Options): Promise<void> {
  const [cores, mebibytes] = [Number(options.cores), Number(options.memory)];
  const [rate, seconds] = [Number(options.rate), Number(options.seconds)];
  const batch = numbersOf(options.batch).at(-1) as number;
  const group = enterLimitedGroup(cores, mebibytes * MIB);
  progress('npm start builds in a copy of the checkout, and starts');
  const begun = performance.now();
  const start = await NpmStart.serve();
  const startSeconds = (performance.now() - begun) / 1_000;
  group.leave();
  const website = websiteOf(start);
  progress(`it serves after ${round(startSeconds)} s; ${rate} entries a second for ${seconds} s`);
  const looks = new Looks(website);
  const sent = await sendSteadily(website, { rate, batch, entries: rate * seconds });
  const acceptedMs = Date.now();
  await looks.untilVisible(rate * seconds);
  const behindMs = Date.now() - acceptedMs;
  const { peakBytes, killed } = group.taken();
  const sendingSeconds = ((sent.accepted.at(-1) ?? 0) - sent.start) / 1_000;
  printTable(
    `Everything of npm start on ${cores} core(s) and ${mebibytes} MiB, ${batch} entries a request`,
    ['figure', 'value'],
    [
      ['seconds until it serves, with the build', round(startSeconds)],
      ['entries a second accepted', round((rate * seconds) / sendingSeconds)],
      ['200: median, 99 %, ms', timesOf(sent.latencies)],
      ['all visible after the last 200, ms', round(behindMs)],
      ...REPORTS.map((report) => [`${report}: median, 99 %, ms`, timesOf(looks.of(report))]),
      ['the page itself: median, 99 %, ms', timesOf(looks.of(''))],
      ['memory at most, with cached files', megabytes(peakBytes)],
      ['processes ended for lack of memory', killed],
    ],
  );
}

const timesOf = (samples: number[]) =>
  `${round(median(samples))}, ${round(percentile(samples, 0.99))}`;

function websiteOf(start: NpmStart): Website {
  return {
    base: start.said(/Botgauge is ready: +(\S+)/),
    id: start.said(/Website .*: +(ws_\w+)/),
    apiKey: start.said(/API key: +(api_\w+)/),
    botKey: start.said(/Bot tracking key: +(bot_\w+)/),
  };
}

async function sendSteadily(
  { base, botKey }: Website,
  load: { rate: number; batch: number; entries: number },
): Promise<Sent> {
  const producer = startChild<Order, Sent>('pipeline/producer.ts');
  const sent = await producer.ask({
    ...load,
    url: `${base}/api/v1/logs/custom`,
    key: botKey,
    domains: ['example.com'],
    connections: CONNECTIONS,
    sender: 'custom',
    spreadMs: 0,
    seed: 1,
    returning: true,
  });
  producer.end();
  return sent;
}

/** Asks for the page and what its overview shows, once a second, as a reader who leaves it open. */
class Looks {
  private readonly times = new Map<string, number[]>();
  private readonly running: Promise<void>;
  private visits = 0;
  private isDone = false;

  constructor(private readonly website: Website) {
    this.running = this.run();
  }

  of(report: string): number[] {
    return this.times.get(report) ?? [];
  }

  /** Resolves when the summary shows so many visits. */
  async untilVisible(visits: number): Promise<void> {
    let last = { visits: -1, at: performance.now() };
    while (this.visits < visits) {
      if (this.visits > last.visits) last = { visits: this.visits, at: performance.now() };
      if (performance.now() - last.at > PATIENCE_MS)
        throw new Error(`${this.visits} of ${visits} visits are visible, and no more come`);
      await sleep(LOOK_MS / 10);
    }
    this.isDone = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isDone) {
      for (const report of ['', ...REPORTS]) await this.look(report);
      await sleep(LOOK_MS);
    }
  }

  private async look(report: string): Promise<void> {
    const { base, id, apiKey } = this.website;
    const url = report ? `${base}/api/v1/websites/${id}/${report}?period=today` : `${base}/`;
    const begun = performance.now();
    const response = await fetch(url, { headers: { 'x-api-key': apiKey } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
    this.times.set(report, [...this.of(report), performance.now() - begun]);
    if (report === 'summary')
      this.visits = (JSON.parse(text) as { data: { total_visits: number } }).data.total_visits;
  }
}
