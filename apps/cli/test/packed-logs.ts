import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Returns a file of `logs/`. The programs of their names have made them. */
export const packedFile = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, 'logs', name));

const AGENTS = [
  'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'curl/8.5.0',
];

/** The eight lines that are in each of the packed logs. */
export const PACKED_TEXT = Array.from(
  { length: 8 },
  (_, at) =>
    `192.0.2.${at + 1} - - [17/May/2025:10:05:0${at} +0000] "GET /${at} HTTP/1.1" 200 5 "-" "${AGENTS[at % 3]}"\n`,
).join('');

/** A log of each kind that can be unpacked on this machine, with its text. */
export const PACKED_LOGS: [kind: string, packed: Buffer][] = [
  ['gzip', gzipSync(PACKED_TEXT)],
  ['bzip2', packedFile('access.log.bz2')],
  ['xz', packedFile('access.log.xz')],
  ['zstd', packedFile('access.log.zst')],
].filter((row): row is [string, Buffer] => row[0] === 'gzip' || isInstalled(row[0] as string));

/** Tells whether a program is there. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}
