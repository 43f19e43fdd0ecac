// Measures what a small tenant sees of the service when it is alone, and beside other tenants that
// do within their plans what costs most.
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '@app/config';
import { createLogger } from '@app/observability';
import { chooseBackend, openLogQueue } from '@app/queue';
import { startChild } from './child.js';
import { percentile, printTable, progress, round } from './figures.js';
import { combinationsOf, listOf, type Options } from './options.js';
import { type Attack, ATTACKS, WHAT_IT_IS } from './quiet/attacks.js';
import type { Answers, Raid } from './quiet/attacker.js';
import type { Day, Experience } from './quiet/tenant.js';
import { createTenant, fillWithPaths, type Tenant } from './quiet/tenants.js';
import { describeMachine, startPostgres } from './servers.js';
import { type BenchSystem, startSystem } from './system.js';

const SENDERS = 16;
/** Reports of the website with very many paths that are asked for at the same time. */
const ASKERS = 5;
const WARM_UP_SECONDS = 5;
const LOOK_MS = 500;
const LOOKING = ['--api-requests-per-minute', '1000000'];

interface Run {
  attack: Attack | undefined;
  experience: Experience;
  answers: Answers;
}

export async function quiet(options: Options): Promise<void> {
  const attacks = listOf(options.attacks) as Attack[];
  const unknown = attacks.find((attack) => !ATTACKS.includes(attack));
  if (unknown) throw new Error(`${unknown} is no attack; choose from ${ATTACKS.join(', ')}`);
  for (const combination of combinationsOf(options)) {
    const { flavour, queue, dist } = combination;
    const server = await startPostgres(flavour);
    progress(`${flavour}, ${queue}, ${dist}`);
    const system = await startSystem(server, combination, { env: { LOG_LEVEL: 'error' } });
    try {
      const runs = await measure(system, attacks, options);
      console.log(await describeMachine([server]));
      print(`${flavour}, queue on ${queue}, ${dist}`, runs);
    } finally {
      await system.stop();
    }
  }
}

async function measure(system: BenchSystem, attacks: Attack[], options: Options): Promise<Run[]> {
  const { service, client } = system;
  const tenant = await createTenant(service, 'quiet', ...LOOKING);
  const noisy = await createTenant(service, 'noisy', '--plan', 'pro', ...LOOKING);
  if (attacks.includes('pages')) {
    await fillWithPaths(client, noisy, Number(options.paths));
    progress('the website with many paths is there');
  }
  const seconds = Number(options['run-seconds']);
  const live = (day: number) => experience({ base: system.base, tenant, seconds: day });
  await live(WARM_UP_SECONDS);
  const runs: Run[] = [{ attack: undefined, experience: await live(seconds), answers: {} }];
  for (const attack of attacks) {
    progress(WHAT_IT_IS[attack]);
    const raiding = raid(system, noisy, {
      attack,
      seconds: seconds + WARM_UP_SECONDS,
      batches: Number(options.batches),
    });
    await live(WARM_UP_SECONDS);
    runs.push({ attack, experience: await live(seconds), answers: await raiding });
    await untilEmpty(service);
  }
  return runs;
}

/** Resolves when everything is stored that an attack left in the queue. */
async function untilEmpty({ env }: BenchSystem['service']): Promise<void> {
  const backend = chooseBackend(loadConfig(env));
  const { queue, close } = await openLogQueue(backend, createLogger('bench', 'error'));
  while ((await queue.unfinished()).length > 0) await sleep(LOOK_MS);
  await close();
}

async function experience(day: Day): Promise<Experience> {
  const child = startChild<Day, Experience>('quiet/tenant.ts');
  const seen = await child.ask(day);
  child.end();
  return seen;
}

async function raid(
  { base }: BenchSystem,
  tenant: Tenant,
  { attack, seconds, batches }: { attack: Attack; seconds: number; batches: number },
): Promise<Answers> {
  const child = startChild<Raid, Answers>('quiet/attacker.ts');
  const reports = attack === 'pages';
  const answers = await child.ask({
    attack,
    base,
    tenant,
    seconds,
    rate: reports ? 1_000 : batches,
    connections: reports ? ASKERS : SENDERS,
  });
  child.end();
  return answers;
}

const COLUMNS = ['beside', 'its answers', 'batch p50', 'p95', 'report p50', 'p95', 'visible p50'];

function print(title: string, runs: Run[]): void {
  const [alone] = runs;
  if (!alone) return;
  const rows = runs.map((run) => [
    run.attack ? WHAT_IT_IS[run.attack] : 'nobody',
    answersOf(run.answers),
    ...[run.experience.batches, run.experience.reports, run.experience.visible].flatMap(
      (samples, place) => {
        const before = [
          alone.experience.batches,
          alone.experience.reports,
          alone.experience.visible,
        ];
        return [0.5, 0.95].map((share) => withRatio(samples, before[place] ?? [], share));
      },
    ),
    answersOf(run.experience.refused),
  ]);
  printTable(
    `${title}: a batch of 100 entries and a report a second; milliseconds (times alone)`,
    [...COLUMNS, 'p95', 'refused'],
    rows,
  );
}

function withRatio(samples: number[], alone: number[], share: number): string {
  const value = percentile(samples, share);
  const ratio = value / percentile(alone, share);
  return `${round(value)} (${ratio.toFixed(1)})`;
}

function answersOf(answers: Record<number, number>): string {
  const texts = Object.entries(answers).map(([status, count]) => `${count} x ${status}`);
  return texts.join(', ') || '–';
}
