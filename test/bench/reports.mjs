// How the cost of the reports grows with the visits, over HTTP, and what the visits take on disk, in every flavour.
import { median, progress, round } from './figures.mjs';
import { cpuSeconds, cpuSecondsOf } from './processes.mjs';
import { latencies, throughput } from './reports/clients.mjs';
import { databaseOf, load } from './reports/database.mjs';
import { questions } from './reports/questions.mjs';
import { printGrowth, printPeriods } from './reports/tables.mjs';
import {
  connect,
  createDatabase,
  describeMachine,
  dropDatabase,
  startPostgres,
  startService,
} from './servers.mjs';
import { printSizes, readSizes } from './sizes.mjs';

const DATABASE = 'bench_reports';

export async function reports(options) {
  const plan = {
    days: Number(options.days),
    sizes: options.visits.split(',').map(Number),
    requests: Number(options.requests),
    connections: Number(options.connections),
    seconds: Number(options['rate-seconds']),
    hold: options.hold,
  };
  const servers = [];
  const results = [];
  for (const flavour of options.flavours.split(',')) {
    const server = await startPostgres(databaseOf(flavour));
    servers.push(server);
    for (const visits of plan.sizes) {
      results.push({ flavour, visits, ...(await measureSize(server, flavour, visits, plan)) });
      printGrowth(results, plan);
    }
  }
  console.log(`\n${(await describeMachine(servers)).join('\n')}`);
  printGrowth(results, plan);
  printPeriods(results);
  const largest = Math.max(...plan.sizes);
  const last = results.filter(({ visits }) => visits === largest);
  printSizes(new Map(last.map(({ flavour, sizes }) => [flavour, sizes])), largest);
  if (plan.hold) await new Promise(() => setInterval(() => undefined, 60_000));
}

/** A database of its own with so many visits, and every question asked of it. */
async function measureSize(server, flavour, visits, plan) {
  const name = `${DATABASE}_${visits}`;
  const url = await createDatabase(server, name, databaseOf(flavour));
  const world = await load(url, { flavour, visits, days: plan.days });
  const sizes = await readSizes(url, databaseOf(flavour));
  const api = await startService('api', { DATABASE_URL: url });
  const base = `http://127.0.0.1:${api.port}`;
  const client = await connect(url);
  const cpu = async () => cpuSeconds(api.pid) + (await cpuSecondsOf(client));
  const answers = [];
  for (const question of questions(plan.days)) {
    const target = {
      url: `${base}/api/v1/websites/${world.websites[0].public_id}/${question.path}`,
      key: world.apiKey,
    };
    const samples = await latencies(target, plan.requests);
    const answer = { ...question, samples };
    if (question.longest) {
      const before = await cpu();
      const { count, rate } = await throughput(target, plan.connections, plan.seconds);
      Object.assign(answer, { rate, cpuMs: (((await cpu()) - before) / count) * 1_000 });
      progress(`${flavour}, ${visits}: ${question.report}: ${round(median(samples))} ms`);
    }
    answers.push(answer);
  }
  await client.end();
  if (plan.hold) {
    console.error({ flavour, url, base, key: world.apiKey });
  } else {
    await api.stop();
    await dropDatabase(server, name);
  }
  return { answers, sizes };
}
