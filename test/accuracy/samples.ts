// The collections on which accuracy is measured.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const lines = (path: string) => readFileSync(path, 'utf8').split('\n').filter(Boolean);
const filesOf = (folder: string, ending: string) =>
  readdirSync(folder).filter((file) => file.endsWith(ending));

/**
 * Written by hand. The columns are: group, what it is (`human`, `bot`, or the name of a row), user
 * agent.
 */
export function readFixtures(): { group: string; expected: string; userAgent: string }[] {
  return lines(join(import.meta.dirname, 'fixtures.tsv'))
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const [group = '', expected = '', userAgent = ''] = line.split('\t');
      return { group, expected, userAgent };
    });
}

/** A user agent that was really sent. */
export interface Sample {
  ua: string;
  label: 'bot' | 'human';
  source?: string;
}

export function readSamples(folder: string): Sample[] {
  return filesOf(join(folder, 'ua'), '.ndjson').flatMap((file) =>
    lines(join(folder, 'ua', file)).map((line) => JSON.parse(line) as Sample),
  );
}

/** AI agents whose user agent is known. */
export function readAiBots(folder: string): { token: string; example: string }[] {
  const [head = [], ...rows] = lines(join(folder, 'ai-bots.tsv')).map((line) => line.split('\t'));
  const column = (name: string) => head.indexOf(name);
  return rows
    .map((row) => ({
      token: row[column('token')] ?? '',
      example: row[column('example_user_agent')] ?? '',
    }))
    .filter(({ example }) => example && !example.startsWith('('));
}

/** Log entries, one per line. */
export function readLogs(folder: string): { file: string; userAgents: string[] }[] {
  return filesOf(join(folder, 'logs'), '.ndjson').map((file) => ({
    file,
    userAgents: lines(join(folder, 'logs', file)).map(
      (line) => (JSON.parse(line) as { user_agent?: string }).user_agent ?? '',
    ),
  }));
}
