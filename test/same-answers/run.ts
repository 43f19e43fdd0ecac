// One run: both builds on databases of one flavour, from the first visit to the backup.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { removedAtEnd, type TestFlavour } from '@app/testing';
import type { Server } from '../bench/servers.js';
import { startCli } from '../support/cli.js';
import { currentLists } from '../support/current-lists.js';
import { Service } from '../support/service.js';
import { settingsOf } from '../support/stores.js';
import { ALERTS, WEBSITES } from './account/contents.js';
import { type Account, createAccount } from './account/create-account.js';
import { openEvents, startWebhookReceiver } from './account/events.js';
import { createEmptyDatabase, refusePoison, serverOf } from './builds/databases.js';
import { RunningBuild } from './builds/running-build.js';
import { sendVisits } from './builds/send-visits.js';
import { compareBuilds } from './comparison/compare-builds.js';
import { Expectations, NOT_IN_BACKUPS } from './comparison/expected-differences.js';
import { Summary } from './comparison/summary.js';
import type { Options } from './options.js';
import { createDeliveries } from './visits/deliveries.js';

/**
 * The settings of both builds. Nothing is fetched from the network, and both have the lists of this
 * release as of now: by older ones nobody is spoofed, and no event of spoofed visits opens.
 */
const SETTINGS = {
  ...{
    VERIFY_LISTS: currentLists(),
    SECRET_KEY: '5a'.repeat(32),
    BEHAVIOUR: 'off',
  },
  // The receiver of webhooks is on this machine.
  WEBHOOK_ALLOW_PRIVATE: 'true',
  // Two builds share the cores.
  WORKER_CONCURRENCY: '2',
};

export interface Result {
  flavour: TestFlavour;
  instant: number;
  visits: number;
  /** The answers of two builds that were sent the same visits. */
  sent: Summary;
  /** The answers of AFTER when it has restored the backup of BEFORE. */
  restored: Summary;
  seconds: number;
}

/** From so many visits on, every alert finds something. */
const EVENTS_FROM = 100_000;

/** Tells whether a run has events, for which somebody must wait: only where they are compared. */
const opensEvents = ({ visits, routes }: Pick<Options, 'visits' | 'routes'>) =>
  visits >= EVENTS_FROM && routes.test('listEvents listWebhookDeliveries');

type Log = (line: string) => void;
type Builds = readonly [RunningBuild, RunningBuild];

/** A build that is installed on a database of its own, and does not run yet. */
interface Installed {
  service: Service;
  url: string;
  remove: () => Promise<void>;
}

/** Compares two builds on one flavour of the database. */
export async function runOn(flavour: TestFlavour, options: Options, log: Log): Promise<Result> {
  const begun = Date.now();
  const instant = options.instant ?? begun;
  const server = await serverOf(flavour);
  const install = (dist: string, name: string, ...command: string[]) =>
    installOn(server, flavour, { dist, name, command });
  const before = await install(options.before, 'before', 'migrate');
  const after = await install(options.after, 'after', 'migrate');
  const whyNoPoison = await refusePoison([before.url, after.url]);
  if (whyNoPoison !== undefined)
    log(`not compared: entries that the database refuses, because of ${whyNoPoison}`);

  const receiver = await startWebhookReceiver();
  const [one, other] = [
    await start(before, ({ service }) => createAccount(service, instant, receiver)),
    await start(after, ({ service }) => createAccount(service, instant, receiver)),
  ];
  const sent = new Summary(new Expectations(options.expected));
  const filled = { ...options, instant, poison: whyNoPoison === undefined };
  const visits = await fill([one, other], filled, sent, log);
  const backup = newFile();
  await succeed(one, 'backup', backup);
  log('BEFORE has made a backup');
  const comparison = { only: options.routes, log, options: requestOptions(options, instant) };
  await compareBuilds({ ...comparison, before: one, after: other, summary: sent });
  await other.stop();
  await after.remove();

  const third = await install(options.after, 'restored', 'restore', backup);
  const restoredBuild = await start(third, () => Promise.resolve(one.account));
  log('AFTER has restored the backup of BEFORE');
  const expected = options.expected.filter(({ inStored }) => !inStored);
  const notInBackups = opensEvents(options) ? NOT_IN_BACKUPS : [];
  const restored = new Summary(new Expectations([...expected, ...notInBackups]));
  await compareBuilds({
    ...comparison,
    // What is compared here are the rows. Combined parameters read no others.
    options: { ...comparison.options, combined: false },
    ...{ before: one, after: restoredBuild, summary: restored },
  });
  await Promise.all([one.stop(), restoredBuild.stop()]);
  await Promise.all([before.remove(), third.remove()]);
  const seconds = (Date.now() - begun) / 1_000;
  return { flavour, instant, visits, sent, restored, seconds };
}

/** Runs a command of a build, which creates the schema on an empty database. */
async function installOn(
  server: Server,
  flavour: TestFlavour,
  { dist, name, command }: { dist: string; name: string; command: string[] },
): Promise<Installed> {
  const { url, remove } = await createEmptyDatabase(server, flavour, name);
  const service = new Service({ ...settingsOf({ url }), ...SETTINGS }, { dist: resolve(dist) });
  await service.cli(...command);
  return { service, url, remove };
}

async function start(
  installed: Installed,
  accountOf: (installed: Installed) => Promise<Account>,
): Promise<RunningBuild> {
  await installed.service.startApi();
  await installed.service.startWorker();
  return RunningBuild.open(installed.service, await accountOf(installed));
}

/** Sends the visits, and waits until they are stored and events are open. Returns how many they are. */
async function fill(
  builds: Builds,
  options: Parameters<typeof createDeliveries>[0] & Pick<Options, 'routes'>,
  summary: Summary,
  log: Log,
): Promise<number> {
  let deliveries = 0;
  let visits = 0;
  for await (const { delivery, accepted, differences } of sendVisits(
    builds,
    createDeliveries(options),
  )) {
    const route = `POST /logs/${delivery.path}`;
    summary.add({ route, request: `${route}, ${delivery.name}`, differences });
    visits += accepted;
    deliveries += 1;
    if (deliveries % 50 === 0) log(`${deliveries} deliveries sent, ${visits} entries accepted`);
  }
  await Promise.all(builds.map((build) => build.restartApi()));
  // A backup waits until everything is stored.
  await Promise.all(builds.map((build) => succeed(build, 'backup', newFile())));
  log(`${deliveries} deliveries are stored, with ${visits} entries`);
  if (!opensEvents(options)) {
    log('not compared: events and deliveries of webhooks, which this run has none of');
    return visits;
  }
  await openEvents(builds, options.poison ?? false);
  log('events are open and delivered');
  return visits;
}

const newFile = () =>
  join(removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-same-'))), 'backup.gz');

async function succeed({ service }: RunningBuild, ...args: string[]): Promise<void> {
  const { status, stdout, stderr } = await startCli(args, service.env, service.dist).ended;
  if (status !== 0) throw new Error(`botgauge ${args[0]} ended with ${status}: ${stderr}${stdout}`);
}

function requestOptions({ seed, single }: Options, instant: number) {
  return {
    ...{ instant, seed, combined: !single },
    resources: {
      ws: WEBSITES.map((_, index) => `website ${index + 1}`),
      al: ALERTS.map(({ kind }) => `alert ${kind}`),
      wh: ['webhook 1', 'webhook 2'],
    },
  };
}
