// Measures how the cost of the reports over HTTP grows with the visits, and what the visits take on
// disk, in every flavour.
import type { TestFlavour } from '@app/testing';
import { connect } from '../support/servers/postgres.js';
import { startProcess } from '../support/processes.js';
import { cpuSeconds, cpuSecondsOf } from './cpu.js';
import { median, progress, round } from './figures.js';
import { listOf, numbersOf, type Options } from './options.js';
import { latencies, targetOf, throughput } from './reports/clients.js';
import { nameOf } from './reports/asker-name.js';
import { databaseOf, type LoadedFlavour, load } from './reports/database.js';
import { type Question, questions } from './reports/questions.js';
import { printSizes, readSizes, type Sizes } from './reports/sizes.js';
import { type Answered, printGrowth, printPeriods, type Result } from './reports/tables.js';
import {
  createDatabase,
  describeMachine,
  dropDatabase,
  nodesOf,
  type Server,
  startPostgres,
} from './servers.js';

interface Plan {
  days: number;
  sizes: number[];
  requests: number;
  connections: number;
  seconds: number;
  hold: boolean;
  judged: boolean;
}

const DATABASE = 'bench_reports';

export async function reports(options: Options): Promise<void> {
  const plan: Plan = {
    days: Number(options.days),
    sizes: numbersOf(options.visits),
    requests: Number(options.requests),
    connections: Number(options.connections),
    seconds: Number(options['rate-seconds']),
    hold: options.hold,
    judged: options.judged,
  };
  const servers = new Map<TestFlavour, Server>();
  const results: (Result & { sizes: Sizes })[] = [];
  for (const flavour of listOf(options.flavours) as LoadedFlavour[]) {
    const kind = databaseOf(flavour);
    const server = servers.get(kind) ?? (await startPostgres(kind));
    servers.set(kind, server);
    for (const visits of plan.sizes) {
      results.push({ flavour, visits, ...(await measureSize(server, flavour, visits, plan)) });
      printGrowth(results, plan);
    }
  }
  console.log(`\n${await describeMachine([...servers.values()])}`);
  printGrowth(results, plan);
  printPeriods(results);
  const largest = Math.max(...plan.sizes);
  const last = results.filter(({ visits }) => visits === largest);
  printSizes(new Map(last.map(({ flavour, sizes }) => [flavour, sizes])), largest);
  if (plan.hold) await new Promise<never>(() => setInterval(() => undefined, 60_000));
}

/** Creates a database with this number of visits, and asks it every question. */
async function measureSize(
  server: Server,
  flavour: LoadedFlavour,
  visits: number,
  plan: Plan,
): Promise<Pick<Result, 'answers'> & { sizes: Sizes }> {
  const name = `${DATABASE}_${visits}`;
  const url = await createDatabase(server, name, databaseOf(flavour));
  const world = await load(url, {
    ...{ flavour, visits },
    ...{ days: plan.days, judged: plan.judged },
  });
  const sizes = await readSizes(url, databaseOf(flavour));
  const api = await startProcess('api', { DATABASE_URL: url });
  const clients = await Promise.all((await nodesOf({ url })).map(connect));
  const cpu = async () => {
    const seconds = await Promise.all(clients.map(cpuSecondsOf));
    return cpuSeconds(api.pid) + seconds.reduce((sum, one) => sum + one, 0);
  };
  const answers: Answered[] = [];
  const asker = { base: api.base, key: world.apiKey, websiteId: world.websites[0]?.public_id };
  for (const question of questions(plan.days)) {
    const target = targetOf(asker, question);
    const samples = await latencies(target, plan.requests);
    const answer: Question & Answered = { ...question, samples };
    if (question.longest) {
      const before = await cpu();
      const { count, rate } = await throughput(target, plan.connections, plan.seconds);
      Object.assign(answer, { rate, cpuMs: (((await cpu()) - before) / count) * 1_000 });
      progress(`${flavour}, ${visits}: ${question.report}: ${round(median(samples))} ms`);
    }
    answers.push(answer);
  }
  await Promise.all(clients.map((client) => client.end()));
  if (plan.hold) {
    console.error({ flavour, url, ...asker });
    progress(`compare-reports knows it as ${nameOf(asker)}`);
  } else {
    await api.stop();
    await dropDatabase(server, name);
  }
  return { answers, sizes };
}
