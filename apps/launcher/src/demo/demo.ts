import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { childEnvironment } from '@app/config';
import { count, paintFor, printable, renderReports, type Reports } from '@app/report-text';
import { repositoryRoot } from '../entry-points.js';
import { ExpectedError } from '../expected-error.js';
import { Database } from '../processes/database.js';
import { type FirstKeys, type Stage, startService } from '../processes/service.js';
import { ApiClient } from './api-client.js';
import { dayOf, daysOf, intervalFor, type Span } from './days.js';
import { type Progress, showProgress } from './progress.js';
import { sendLog } from './send-log.js';
import { waitVisible } from './wait-visible.js';

/**
 * `npm run demo [FILE]`: a throw-away installation of its own, fed with a log over HTTP like any
 * shipper would, then its reports as tables. Nothing of it is left afterwards.
 *
 * @param file newline-delimited JSON, one log entry a line; the bundled sample when not given
 * @throws ExpectedError when the file or the service is at fault; StopRequested
 */
export async function runDemo(stage: Stage, file: string = sampleLog()): Promise<void> {
  const { terminal } = stage;
  checkReadable(file);
  terminal.print('Starting a throw-away Botgauge…');
  const url = await startDatabase(stage);
  const service = await startService(stage, {
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PORT: '0',
    // The demo shows a log of any age.
    RAW_RETENTION_DAYS: '0',
  });
  if (!service.firstKeys) throw new ExpectedError('The empty database already had an account.');
  const api = new ApiClient(service.baseUrl, service.firstKeys);
  await feedAndReport(stage, file, api, service.firstKeys);
}

/** The log that comes with the project. */
export function sampleLog(): string {
  return path.join(repositoryRoot(), 'apps/launcher/demo/sample-log.ndjson');
}

function checkReadable(file: string): void {
  try {
    fs.accessSync(file, fs.constants.R_OK);
    if (fs.statSync(file).isFile()) return;
  } catch (error) {
    throw new ExpectedError(`The log ${file} cannot be read: ${(error as Error).message}`);
  }
  throw new ExpectedError(`The log ${file} is not a file.`);
}

async function startDatabase({ terminal, teardown, stop }: Stage): Promise<string> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'botgauge-demo-'));
  const remove = () => fs.rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  // Added first, so that it is removed last.
  teardown.add({ name: 'the temporary folder', stop: async () => remove(), kill: () => undefined });
  const database = new Database({
    dir,
    database: 'botgauge',
    ephemeral: true,
    env: childEnvironment({}),
    warn: terminal.warn,
    giveUp: stop.fail,
  });
  teardown.add(database);
  return (await stop.orStop(database.start())).url;
}

async function feedAndReport(
  stage: Stage,
  file: string,
  api: ApiClient,
  { website_id }: FirstKeys,
): Promise<void> {
  const { terminal, stop } = stage;
  terminal.print(`Sending ${printable(file)}`);
  const startedAt = performance.now();
  const { entries, span } = await withProgress(
    stage,
    showProgress(terminal, 'sending', startedAt),
    (progress) => sendLog(file, api, progress),
  );
  const acceptedAt = performance.now();
  if (!span) throw new ExpectedError(`There is no log entry in ${printable(file)}.`);
  const website = `/api/v1/websites/${website_id}`;
  const total = async () =>
    (await api.read<Reports['summary']>(`${website}/summary`, periodOf(span))).total_visits;
  await withProgress(stage, showProgress(terminal, 'counting', startedAt), (progress) =>
    waitVisible({
      visible: total,
      wanted: entries,
      onProgress: (visible) => progress.update(visible / entries, visible),
    }),
  );
  const visibleAt = performance.now();
  const reports = await stop.orStop(readReports(api, website, span));
  terminal.print(`\n${renderReports(reports, paintFor(terminal.colours))}\n`);
  terminal.print(rateLine('accepted', entries, acceptedAt - startedAt));
  terminal.print(rateLine('until visible in the reports', entries, visibleAt - startedAt));
}

/** Whatever ends the work, a request to stop included, ends the display first. */
async function withProgress<T>(
  { stop }: Stage,
  progress: Progress,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  try {
    return await stop.orStop(work(progress));
  } finally {
    progress.end();
  }
}

const periodOf = ({ first, last }: Span) => ({ start_date: dayOf(first), end_date: dayOf(last) });

async function readReports(api: ApiClient, website: string, span: Span): Promise<Reports> {
  const period = periodOf(span);
  const interval = intervalFor(daysOf(span));
  const [summary, { bots }, { pages }, { series }] = await Promise.all([
    api.read<Reports['summary']>(`${website}/summary`, period),
    api.read<Pick<Reports, 'bots'>>(`${website}/bots`, period),
    api.read<Pick<Reports, 'pages'>>(`${website}/pages`, { ...period, limit: '10' }),
    api.read<Pick<Reports, 'series'>>(`${website}/timeseries`, { ...period, interval }),
  ]);
  return { summary, bots, pages, interval, series };
}

function rateLine(what: string, entries: number, ms: number): string {
  const seconds = ms / 1000;
  return `  ${count(entries / seconds)} entries/s ${what} (${seconds.toFixed(1)} s)`;
}
