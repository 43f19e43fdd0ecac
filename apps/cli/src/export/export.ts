import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '@app/config';
import { type Answer, type Dependencies, say } from '../program/answering.js';
import { apiUrl, checkWebsiteId, findWebsite, requireKey, withApi } from '../program/api.js';
import { CommandError } from '../program/failure.js';
import { renderList } from '../program/list.js';
import {
  type DayFile,
  type Format,
  requireAbsent,
  writeDayFile,
  type WrittenDay,
} from './day-file.js';
import { type AskedDays, daysAsked } from './days.js';

export interface ExportOptions extends AskedDays {
  website: string;
  format: Format;
  to: string;
  overwrite?: boolean;
}

/** The milliseconds in which an API that does not answer may come back. */
const PATIENCE_MS = 60_000;

/** `export`: the visits of each day in a file of its own. */
export async function exportVisits(
  dependencies: Dependencies,
  options: ExportOptions,
): Promise<Answer> {
  const { website, format, to, overwrite = false } = options;
  checkWebsiteId(website);
  const days = daysAsked(options, Date.now());
  const config = loadConfig(dependencies.env);
  requireKey(config, 'api');
  const use = {
    url: apiUrl(config),
    patienceMs: PATIENCE_MS,
    onWait: (reason: string) => say(dependencies, `Waiting for the API: ${reason}`),
    again: 'then run the command again. Files that are there are whole.',
  };
  return withApi(config, use, async (api) => {
    const { domain } = await findWebsite(api, website);
    const wanted = days.map((day): DayFile => {
      const file = join(to, `${domain}_${day}.${format}.gz`);
      return { file, website, day, format, overwrite };
    });
    if (!overwrite) for (const { file } of wanted) await requireAbsent(file);
    await makeFolder(to);
    const written: WrittenDay[] = [];
    for (const one of wanted) {
      say(dependencies, `Writing ${one.file}…`);
      written.push(await writeDayFile(api, one));
    }
    return { document: { files: written }, text: render(written) };
  });
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      `The folder ${folder} cannot be made (${code}): name another one with --to.`,
    );
  }
}

function render(written: readonly WrittenDay[]): string {
  const rows = written.map(({ file, visits, bytes }) => [
    ...[file, visits.toLocaleString('en'), bytes.toLocaleString('en')],
  ]);
  return renderList(['FILE', 'VISITS', 'BYTES'], rows);
}
