import { access, type FileHandle, open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ApiClient, LongAnswer } from '@app/api-client';
import { CommandError } from '../program/failure.js';

export const FORMATS = ['ndjson', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

export interface DayFile {
  /** The path of the file. */
  file: string;
  website: string;
  day: string;
  format: Format;
  overwrite: boolean;
  /** Visits of an answer; by default as many as the API gives. */
  part?: number;
}

export interface WrittenDay {
  day: string;
  file: string;
  visits: number;
  bytes: number;
}

interface WrittenPart {
  visits: number;
  /** How long the file is with it. */
  end: number;
  /** The query of the next part. */
  next: string | undefined;
}

/** What the API gives in one answer. What fails is asked for again from where its answer began. */
const MOST_VISITS = 100_000;
/** Fast: higher levels save a few per cent. */
const GZIP_LEVEL = 3;
const NEXT = /^<\?([^>]+)>; rel="next"$/;
const LINE_FEED = 10;

/**
 * Writes the visits of a day to a file. It gets its name when it is whole and on the disk.
 *
 * @throws CommandError when the file is there already, and must not be replaced
 */
export async function writeDayFile(api: ApiClient, wanted: DayFile): Promise<WrittenDay> {
  const { file, day, overwrite } = wanted;
  if (!overwrite) await requireAbsent(file);
  const unfinished = `${file}.${process.pid}.unfinished`;
  const handle = await create(unfinished);
  try {
    const written = await writeParts(api, wanted, handle);
    await handle.sync();
    await handle.close();
    if (!overwrite) await requireAbsent(file);
    await rename(unfinished, file);
    return { day, file, ...written };
  } catch (error) {
    await handle.close();
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function create(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      `${file} cannot be written (${code}): name a folder with --to in which you may write.`,
    );
  }
}

/** @throws CommandError when there is such a file */
export async function requireAbsent(file: string): Promise<void> {
  const there = await access(file).then(
    () => true,
    () => false,
  );
  if (!there) return;
  throw new CommandError(
    `${file} is already there: name another folder with --to, or replace it with --overwrite.`,
  );
}

/**
 * Writes one part after the other. Each is a gzip stream of its own, and such streams one after the
 * other are a gzip file, too. So when a part fails, the file is cut back to where it began.
 */
async function writeParts(
  api: ApiClient,
  { website, day, format, part: limit = MOST_VISITS }: DayFile,
  handle: FileHandle,
): Promise<Pick<WrittenDay, 'visits' | 'bytes'>> {
  const days = { start_date: day, end_date: day };
  const first = new URLSearchParams({ ...days, format, limit: `${limit}` }).toString();
  let [visits, bytes] = [0, 0];
  for (let query: string | undefined = first; query !== undefined;) {
    const place = { at: bytes, isFirst: bytes === 0, hasHead: format === 'csv' };
    const path: string = `/api/v1/websites/${website}/visits?${query}`;
    const part: WrittenPart = await api.read(path, (answer) => writePart(answer, handle, place));
    visits += part.visits;
    bytes = part.end;
    query = part.next;
  }
  return { visits, bytes };
}

async function writePart(
  { headers, bytes }: LongAnswer,
  handle: FileHandle,
  { at, isFirst, hasHead }: { at: number; isFirst: boolean; hasHead: boolean },
): Promise<WrittenPart> {
  await handle.truncate(at);
  let lines = 0;
  let end = at;
  await pipeline(
    bytes,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        const rest = hasHead && !isFirst && lines === 0 ? withoutFirstLine(chunk) : chunk;
        lines += countLines(chunk);
        yield rest;
      }
    },
    createGzip({ level: GZIP_LEVEL }),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const chunk of compressed) {
        await writeAt(handle, chunk, end);
        end += chunk.length;
      }
    },
  );
  return {
    visits: hasHead ? lines - 1 : lines,
    end,
    next: NEXT.exec(String(headers.link ?? ''))?.[1],
  };
}

/** A write may take a part of its bytes only. */
async function writeAt(handle: FileHandle, chunk: Buffer, place: number): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, place + done);
    done += bytesWritten;
  }
}

/** The names of columns stand in the first part only. */
function withoutFirstLine(chunk: Buffer): Buffer {
  const end = chunk.indexOf(LINE_FEED);
  return end < 0 ? Buffer.alloc(0) : chunk.subarray(end + 1);
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines++;
  return lines;
}
