// A process that is a small tenant: a batch a second and a report a second, whatever others do.
import { Agent, type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { carryOut } from '../child.js';
import { bodyOf, createEntryMaker } from '../entries.js';
import { post } from '../post.js';
import type { Tenant } from './tenants.js';

export interface Day {
  base: string;
  tenant: Tenant;
  seconds: number;
}

/** What the tenant saw. All times are milliseconds. */
export interface Experience {
  /** From sending a batch to its 200. */
  batches: number[];
  /** From sending a batch to the moment when a report shows it. */
  visible: number[];
  /** From its 200 to that moment. */
  fresh: number[];
  /** From asking for a report to the end of its answer. */
  reports: number[];
  /** Answers other than 200, with how often they came. */
  refused: Record<number, number>;
}

const BATCH = 100;
const LOOK_EVERY_MS = 20;
/** A batch that no report shows by then is counted with this time. */
const PATIENCE_MS = 60_000;

export const main = () => carryOut(live);

async function live({ base, tenant, seconds }: Day): Promise<Experience> {
  const { website, domain, apiKey, botKey } = tenant;
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const makeEntry = createEntryMaker([domain], 1);
  const seen: Experience = { batches: [], visible: [], fresh: [], reports: [], refused: {} };
  const today = new Date().toISOString().slice(0, 10);
  const report = (name: string) =>
    get(agent, `${base}/api/v1/websites/${website}/${name}?start_date=${today}`, apiKey);
  const note = (status: number) => {
    seen.refused[status] = (seen.refused[status] ?? 0) + 1;
  };
  const shown = async () => {
    const { status, text } = await report('summary');
    if (status !== 200) return -1;
    return (JSON.parse(text) as { data: { total_visits: number } }).data.total_visits;
  };
  let sent = await shown();

  async function sendBatch(): Promise<void> {
    const body = bodyOf(Array.from({ length: BATCH }, makeEntry), Date.now());
    const target = {
      url: `${base}/api/v1/logs/custom`,
      key: botKey,
      domains: [domain],
      batch: BATCH,
    };
    const began = performance.now();
    const { status } = await post(agent, target, body);
    if (status !== 200) return note(status);
    sent += BATCH;
    const wanted = sent;
    const answered = performance.now();
    seen.batches.push(answered - began);
    while (performance.now() - began < PATIENCE_MS && (await shown()) < wanted)
      await sleep(LOOK_EVERY_MS);
    const shownAt = performance.now();
    seen.visible.push(shownAt - began);
    seen.fresh.push(shownAt - answered);
  }

  async function askReport(): Promise<void> {
    const began = performance.now();
    const { status } = await report('pages');
    if (status === 200) seen.reports.push(performance.now() - began);
    else note(status);
  }

  const under: Promise<void>[] = [];
  for (let second = 0; second < seconds; second++) {
    under.push(sendBatch(), askReport());
    await sleep(1_000);
  }
  await Promise.all(under);
  agent.destroy();
  return seen;
}

async function get(agent: Agent, url: string, key: string) {
  const sent = request(url, { agent, headers: { 'x-api-key': key } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode ?? 0, text };
}
