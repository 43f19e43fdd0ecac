import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ApiClient } from '@app/api-client';
import { childEnvironment, productFolder } from '@app/config';
import { count } from '@app/report-text';
import { ExpectedError } from '../expected-error.js';
import { Database } from '../processes/database.js';
import { runCli } from '../processes/run-cli.js';
import {
  type FirstKeys,
  makeFirstKeys,
  type Service,
  type Stage,
  startService,
} from '../processes/service.js';
import { signInAddress } from '../processes/sign-in.js';
import { listsOfTheLog } from './lists-of-the-log.js';
import { staysUp } from './stays-up.js';
import { type Verdicts, waitJudged } from './wait-judged.js';
import { waitVisible } from './wait-visible.js';

const PATIENCE_SECONDS = 60;
/** The end of the last day of the sample log. */
export const SAMPLE_ENDS = new Date('2026-10-18T23:59:59Z');

export interface DemoOptions {
  /** An access log of any format that `import` reads; by default the bundled sample. */
  file?: string;
  /** Whether the service stays up with the log in it until it is asked to stop. */
  keep?: boolean;
}

/**
 * `npm run demo [--keep] [FILE]`: creates a temporary installation, sends a log into it with
 * `import`, and prints what `report` shows of it. Nothing of it is left afterwards.
 *
 * @throws ExpectedError when the file or the service is at fault; StopRequested
 */
export async function runDemo(stage: Stage, options: DemoOptions): Promise<void> {
  const { file = sampleLog(), keep = false } = options;
  checkReadable(file);
  stage.terminal.print('Starting a throw-away Botgauge…');
  const folder = temporaryFolder(stage);
  const service = await startService(stage, {
    DATABASE_URL: await startDatabase(stage, folder),
    HOST: '127.0.0.1',
    PORT: '0',
    // It is reached where it listens, whatever the address of the user's own service is.
    PUBLIC_URL: '',
    // The demo shows a log of any age.
    RAW_RETENTION_DAYS: '0',
    VERIFY_LISTS: file === sampleLog() ? listsOfTheLog(folder, SAMPLE_ENDS) : listsOfDemo(),
  });
  const keys = await makeFirstKeys(stage, service);
  if (!keys) throw new ExpectedError('The empty database already had an account.');
  await countPages(stage, service, keys);
  const { start, end } = await importAndReport(stage, { service, keys, file, folder });
  if (!keep) return;
  // The days of the log are seldom those that the page shows at first.
  const page = `${service.baseUrl}/?start_date=${start}&end_date=${end}`;
  const signIn = await signInAddress(stage, service, page);
  await stage.terminal.show(staysUp(service.baseUrl, keys, signIn));
  await stage.stop.orStop(new Promise<never>(() => undefined));
}

/** A demo asks nobody for anything, unless its user says so. */
function listsOfDemo(): string {
  return childEnvironment({}).VERIFY_LISTS?.trim() || 'bundled';
}

/** Returns the path of the log that comes with the project. */
export function sampleLog(): string {
  return path.join(productFolder(), 'apps/launcher/demo/sample-log.ndjson');
}

/** `import` would also find this fault, but only after everything was started. */
function checkReadable(file: string): void {
  try {
    fs.accessSync(file, fs.constants.R_OK);
    if (fs.statSync(file).isFile()) return;
  } catch (error) {
    throw new ExpectedError(`The log ${file} cannot be read: ${(error as Error).message}`);
  }
  throw new ExpectedError(`The log ${file} is not a file.`);
}

function temporaryFolder({ teardown }: Stage): string {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'botgauge-demo-'));
  const remove = () => fs.rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  // Added first, so that it is removed last.
  teardown.add({ name: 'the temporary folder', stop: async () => remove(), kill: () => undefined });
  return dir;
}

async function startDatabase({ terminal, teardown, stop }: Stage, folder: string): Promise<string> {
  const database = new Database({
    dir: path.join(folder, 'postgres'),
    database: 'botgauge',
    ephemeral: true,
    env: childEnvironment({}),
    warn: terminal.warn,
    giveUp: stop.fail,
  });
  teardown.add(database);
  return (await stop.orStop(database.start())).url;
}

/** Files of a page are no visits: they tell which visitors are people. */
async function countPages(
  { entries, teardown, stop }: Stage,
  { env }: Service,
  { website_id }: FirstKeys,
): Promise<void> {
  const args = ['websites', 'update', website_id, '--count', 'pages'];
  await stop.orStop(runCli({ entry: entries.cli, args, env, teardown }));
}

/** Days, both inclusive. */
interface Period {
  start: string;
  end: string;
}

/** The part of `import`'s answer that is needed here. */
interface Imported {
  entries: number;
  seconds: number;
  /** Null when there was no entry. */
  period: Period | null;
}

/** The part of the summary that is needed here. */
interface Summary extends Verdicts {
  total_visits: number;
  skipped_requests: number;
}

/** A service that serves, and what is shown there. */
interface Show {
  service: Service;
  keys: FirstKeys;
  file: string;
  /** Where the import notes how far it came. */
  folder: string;
}

/** Returns the days of the log. */
async function importAndReport(stage: Stage, show: Show): Promise<Period> {
  const { service, keys, file, folder } = show;
  const { entries, terminal, teardown, stop } = stage;
  const { baseUrl } = service;
  const { website_id: website, api_key, bot_key } = keys;
  const env = childEnvironment({
    BOTGAUGE_URL: baseUrl,
    BOTGAUGE_API_KEY: api_key,
    BOTGAUGE_BOT_KEY: bot_key,
    IMPORT_STATE_DIR: path.join(folder, 'imports'),
    // The import shall name no address: what can be seen there without --keep is soon gone.
    DASHBOARD: 'false',
  });
  const cli = (...args: string[]) =>
    stop.orStop(runCli({ entry: entries.cli, args, env, shown: true, teardown }));

  const patience = ['--patience', `${PATIENCE_SECONDS}`];
  const sent = await cli('import', '--website', website, '--no-rejects', ...patience, '--', file);
  const imported = sent as unknown as Imported;
  const importedAt = performance.now();
  if (!imported.period) throw new ExpectedError(`There is no log entry in ${file}.`);
  const { start, end } = imported.period;

  const api = new ApiClient({
    url: baseUrl,
    keys: { api: api_key },
    patienceMs: PATIENCE_SECONDS * 1000,
    onWait: (reason) => terminal.print(`Waiting for the API: ${reason}`),
  });
  const days = new URLSearchParams({ start_date: start, end_date: end }).toString();
  const summary = () => api.get<Summary>(`/api/v1/websites/${website}/summary?${days}`);
  const wanted = imported.entries;
  const visible = async () => {
    const { total_visits, skipped_requests } = await summary();
    return total_visits + skipped_requests;
  };
  await stop.orStop(waitVisible({ visible, wanted, say: terminal.print }));
  const untilVisible = imported.seconds + (performance.now() - importedAt) / 1000;
  await stop.orStop(waitJudged({ verdicts: summary }));

  terminal.print('');
  await cli('report', '--website', website, '--start-date', start, '--end-date', end);
  terminal.print('');
  terminal.print(rateLine('accepted', wanted, imported.seconds));
  terminal.print(rateLine('until visible in the reports', wanted, untilVisible));
  return imported.period;
}

function rateLine(what: string, entries: number, seconds: number): string {
  return `  ${count(entries / seconds)} entries/s ${what} (${seconds.toFixed(1)} s)`;
}
