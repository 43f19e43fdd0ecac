// Measures what one hostile key costs: each of its entries has another user agent, host, referer and
// path, so that nothing is in a dictionary yet. An ordinary website of another account is there, too.
import type { TestFlavour } from '@app/testing';
import { startChild } from './child.js';
import { memoryOf } from './cpu.js';
import { type Cell, megabytes, percentile, printTable, progress, round } from './figures.js';
import { type Answers, BATCH, type Portion } from './hostile/sender.js';
import { combinationsOf, type Options } from './options.js';
import type { Day, Experience } from './quiet/tenant.js';
import { createTenant, type Tenant } from './quiet/tenants.js';
import { readRelations, type Relation } from './relations.js';
import { describeMachine, type Server, startPostgres } from './servers.js';
import { type BenchSystem, startSystem } from './system.js';
import { visible, watch } from './visible.js';

/** How often everything is looked at. */
const LOOKS = 10;
const WARM_UP_SECONDS = 5;
/** The ordinary website is watched in periods of this length while the other one sends. */
const PERIOD_SECONDS = 10;
const PAUSE_MS = 1_000;
const MOST_RELATIONS = 12;
/** Too high to be reached, because the service itself shall be measured. */
const LOOKING = ['--api-requests-per-minute', '1000000'];
const SENDING = ['--ingest-requests-per-minute', '10000000'];

interface Order {
  /** Of the hostile key, and over how many days they are spread. */
  entries: number;
  days: number;
  /** How long the ordinary website is watched before. */
  seconds: number;
}

interface Result {
  looks: Cell[][];
  relations: { before: Relation[]; after: Relation[] };
  before: Experience;
  during: Experience;
  answers: Answers;
  /** Entries of the hostile key that the reports show in the end. */
  shown: number;
}

export async function hostile(options: Options): Promise<void> {
  const servers = new Map<TestFlavour, Server>();
  const entries = Math.ceil(Number(options.entries) / BATCH / LOOKS) * BATCH * LOOKS;
  for (const combination of combinationsOf(options)) {
    const { flavour, queue, dist } = combination;
    progress(`${flavour}, ${queue}, ${dist}`);
    const server = servers.get(flavour) ?? (await startPostgres(flavour));
    servers.set(flavour, server);
    const system = await startSystem(server, combination, { env: { LOG_LEVEL: 'error' } });
    try {
      const order = {
        entries,
        days: Number(options.days),
        seconds: Number(options['run-seconds']),
      };
      const result = await measure(system, flavour, order);
      print(`${flavour}, queue on ${queue}, ${dist}`, result, entries);
    } finally {
      await system.stop();
    }
  }
  console.log(`\n${await describeMachine([...servers.values()])}`);
}

async function measure(
  system: BenchSystem,
  flavour: TestFlavour,
  { entries, days, seconds }: Order,
): Promise<Result> {
  const { service, base } = system;
  const tenant = await createTenant(service, 'ordinary', ...LOOKING);
  const attacker = await createTenant(service, 'hostile', ...LOOKING, ...SENDING);
  const live = (length: number) => experience({ base, tenant, seconds: length });
  await live(WARM_UP_SECONDS);
  const before = await live(seconds);
  const relationsBefore = await relationsOf(system, flavour);
  let isOver = false;
  const living = (async () => {
    const periods: Experience[] = [];
    while (!isOver) periods.push(await live(PERIOD_SECONDS));
    return periods;
  })();
  const { looks, answers } = await attack(system, flavour, attacker, { entries, days });
  const its = { base, days, world: { ...system.world, ...worldOf(attacker) } };
  await watch(its, 0, entries, PAUSE_MS);
  isOver = true;
  const during = joined(await living);
  looks.push(await look(system, flavour, 'stored'));
  const relations = { before: relationsBefore, after: await relationsOf(system, flavour) };
  return { looks, relations, before, during, answers, shown: await visible(its) };
}

const worldOf = ({ website, domain, apiKey }: Tenant) => ({
  apiKey,
  websites: [{ id: website, domain }],
});

async function experience(day: Day): Promise<Experience> {
  const child = startChild<Day, Experience>('quiet/tenant.ts');
  const seen = await child.ask(day);
  child.end();
  return seen;
}

/** Sends all entries, and looks at the service at the beginning and after each part. */
async function attack(
  system: BenchSystem,
  flavour: TestFlavour,
  tenant: Tenant,
  { entries, days }: Pick<Order, 'entries' | 'days'>,
): Promise<Pick<Result, 'looks' | 'answers'>> {
  const sender = startChild<Portion, Answers>('hostile/sender.ts');
  const looks = [await look(system, flavour, 0)];
  const answers: Answers = {};
  const part = entries / LOOKS;
  for (let first = 0; first < entries; first += part) {
    const { base } = system;
    const came = await sender.ask({ base, tenant, first, entries: part, days });
    addAnswers(answers, came);
    looks.push(await look(system, flavour, first + part));
    progress(`${first + part} of ${entries} accepted`);
  }
  sender.end();
  return { looks, answers };
}

const LOOK_COLUMNS = [
  'entries accepted',
  'second',
  ...['API now', 'API most', 'worker now', 'worker most'],
  ...['database', 'of it visits', 'all else'],
];

async function look(system: BenchSystem, flavour: TestFlavour, when: Cell): Promise<Cell[]> {
  const { service, client } = system;
  const processes = [service.apis[0], service.workers[0]];
  const memory = processes.flatMap((one) =>
    (['VmRSS', 'VmHWM'] as const).map((field) => megabytes(memoryOf(one?.pid ?? NaN, field))),
  );
  const { disk } = await system.written();
  const relations = await readRelations(client, flavour);
  const visits = relations.find(({ name }) => name === 'visits')?.bytes ?? NaN;
  const sizes = [disk, visits, disk - visits].map(megabytes);
  return [when, round(performance.now() / 1_000), ...memory, ...sizes];
}

async function relationsOf({ client }: BenchSystem, flavour: TestFlavour): Promise<Relation[]> {
  await client.query('ANALYZE');
  return readRelations(client, flavour);
}

function joined(periods: readonly Experience[]): Experience {
  const refused: Answers = {};
  for (const period of periods) addAnswers(refused, period.refused);
  const all = (name: 'batches' | 'visible' | 'fresh' | 'reports') =>
    periods.flatMap((period) => period[name]);
  return {
    ...{ batches: all('batches'), visible: all('visible'), fresh: all('fresh') },
    ...{ reports: all('reports'), refused },
  };
}

function addAnswers(sum: Answers, more: Answers): void {
  for (const [status, count] of Object.entries(more))
    sum[Number(status)] = (sum[Number(status)] ?? 0) + count;
}

function print(title: string, result: Result, entries: number): void {
  const { looks, relations, before, during, answers, shown } = result;
  printTable(`${title}: one key with ${entries} distinct entries`, LOOK_COLUMNS, looks);
  console.log(
    `\nIts requests: ${inWords(answers)}. Of its ${entries} entries, the reports show ${shown}: ` +
      `lost ${Math.max(0, entries - shown)}, doubled ${Math.max(0, shown - entries)}.`,
  );
  printTable(
    `${title}: the relations that grew most`,
    ['relation', 'before', 'after', 'rows before', 'rows after'],
    growthOf(relations.before, relations.after),
  );
  printTable(
    `${title}: the ordinary website, milliseconds (median, 99 %)`,
    ['time', 'batches', '200', 'from 200 to visible', 'report of pages', 'refused'],
    [experienceRow('before', before), experienceRow('during', during)],
  );
}

function growthOf(before: readonly Relation[], after: readonly Relation[]): Cell[][] {
  const first = (wanted: string) => before.find(({ name }) => name === wanted);
  return after
    .map((last) => ({ last, grown: last.bytes - (first(last.name)?.bytes ?? 0) }))
    .sort((a, b) => b.grown - a.grown)
    .slice(0, MOST_RELATIONS)
    .map(({ last: { name, bytes, rows } }) => [
      name,
      ...[first(name)?.bytes ?? 0, bytes].map(megabytes),
      ...[first(name)?.rows ?? 0, rows].map((count) => Math.max(0, count).toFixed(0)),
    ]);
}

function experienceRow(when: string, { batches, fresh, reports, refused }: Experience): Cell[] {
  const pair = (samples: number[]) =>
    [0.5, 0.99].map((share) => round(percentile(samples, share))).join(', ');
  return [when, batches.length, pair(batches), pair(fresh), pair(reports), inWords(refused)];
}

const inWords = (answers: Answers) =>
  Object.entries(answers)
    .map(([status, count]) => `${count} x ${status}`)
    .join(', ') || '–';
