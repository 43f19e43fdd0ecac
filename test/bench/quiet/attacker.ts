// A process that does one thing as often as its plan allows.
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { carryOut } from '../child.js';
import { post } from '../post.js';
import { type Attack, createBodies } from './attacks.js';
import type { Tenant } from './tenants.js';

export interface Raid {
  attack: Attack;
  base: string;
  tenant: Tenant;
  seconds: number;
  /** Requests a second. */
  rate: number;
  /** Requests under way at the same time; what is due beyond them waits. */
  connections: number;
}

/** How many answers came, by status. */
export type Answers = Record<number, number>;

export const main = () => carryOut(raid);

async function raid({ attack, base, tenant, seconds, rate, connections }: Raid): Promise<Answers> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = attack === 'pages' ? askPages : sendBatch;
  const nextBody = createBodies(attack, tenant.domain);
  const answers: Answers = {};
  const start = Date.now();
  let number = 0;
  async function work(): Promise<void> {
    for (;;) {
      const due = start + (number++ * 1_000) / rate;
      if (due > start + seconds * 1_000) return;
      await sleep(Math.max(0, due - Date.now()));
      if (Date.now() > start + seconds * 1_000) return;
      const status = await send().catch(() => 0);
      answers[status] = (answers[status] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return answers;

  async function sendBatch(): Promise<number> {
    const target = { url: `${base}/api/v1/logs/custom`, key: tenant.botKey, domains: [], batch: 0 };
    return (await post(agent, target, nextBody())).status;
  }

  async function askPages(): Promise<number> {
    const from = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);
    const url = `${base}/api/v1/websites/${tenant.website}/pages?start_date=${from}`;
    const response = await fetch(url, { headers: { 'x-api-key': tenant.apiKey } });
    await response.arrayBuffer();
    return response.status;
  }
}
