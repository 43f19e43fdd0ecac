import { createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { loadConfig, requireDatabaseUrl } from '@app/config';
import { backupOf, findSchema, withTrailer, withClient } from '@app/storage';
import { type Answer, type Dependencies, say } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { explainDatabaseError } from '../program/database.js';
import { CommandError } from '../program/failure.js';
import { withQueue } from '../program/queue.js';
import { jobsIn, waitUntilStored } from './wait-until-stored.js';

/** Fast: a backup is limited by the processor, and higher levels save a few per cent. */
const GZIP_LEVEL = 3;

/** `backup FILE`: everything that is stored, from one snapshot. */
export async function backup(dependencies: Dependencies, file: string): Promise<Answer> {
  const config = loadConfig(dependencies.env);
  const url = requireDatabaseUrl(config);
  try {
    if (!(await findSchema(url, config.DATABASE_FLAVOUR)))
      throw new CommandError(
        `The schema of the database is not that of this release: run \`${BOTGAUGE} migrate\` first, or use the release that it belongs to.`,
      );
    if (file !== '-') await requireAbsent(file);
    await withQueue(dependencies, (queue) =>
      waitUntilStored(queue, {
        tell: (jobs) => say(dependencies, `Waiting for ${jobsIn(jobs)} of the queue to be stored…`),
      }),
    );
    const bytes = await (file === '-'
      ? write(dependencies, url, withoutEnd(dependencies.output))
      : writeFile(dependencies, url, file));
    const text = `${file === '-' ? 'The backup is complete' : `The backup is in ${file}`}: ${bytes.toLocaleString('en')} bytes.`;
    return { document: { file, bytes }, text };
  } catch (error) {
    throw explainDatabaseError(error, url);
  }
}

/** The file gets its name when it is complete and on the disk. */
async function writeFile(dependencies: Dependencies, url: string, file: string): Promise<number> {
  const unfinished = `${file}.${process.pid}.unfinished`;
  const output = createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true });
  try {
    const bytes = await write(dependencies, url, output);
    await requireAbsent(file);
    await rename(unfinished, file);
    return bytes;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Returns how many bytes were written. */
async function write(dependencies: Dependencies, url: string, output: Writable): Promise<number> {
  let bytes = 0;
  async function* counted(octets: AsyncIterable<Buffer>) {
    for await (const chunk of octets) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  await withClient(url, 'botgauge-backup', (client) => {
    const tell = (table: string) => say(dependencies, `Reading ${table}…`);
    const gzip = createGzip({ level: GZIP_LEVEL });
    return pipeline(Readable.from(backupOf(client, tell)), gzip, withTrailer, counted, output);
  });
  return bytes;
}

async function requireAbsent(file: string): Promise<void> {
  const there = await access(file).then(
    () => true,
    () => false,
  );
  if (there) throw new CommandError(`${file} is already there: name another file.`);
}

/** Standard output stays open for whoever uses it next. */
function withoutEnd(output: Writable): Writable {
  return new Writable({
    write: (chunk, encoding, done) => void output.write(chunk, encoding as BufferEncoding, done),
  });
}
