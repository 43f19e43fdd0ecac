// The collections on which accuracy is measured.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const lines = (path: string) => readFileSync(path, 'utf8').split('\n').filter(Boolean);
const filesOf = (folder: string, ending: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith(ending))
        .sort()
    : [];

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

export type Label = 'bot' | 'human';

/** A user agent that was really sent, and what its collection says of it. */
export interface Sample {
  readonly ua: string;
  readonly label: Label;
  readonly name?: string | undefined;
  /** Who runs the bot; missing or `unknown` if the collection does not tell. */
  readonly operator?: string | undefined;
  /** In the words of the collection, several with a comma. */
  readonly category?: string | undefined;
  readonly source?: string | undefined;
}

/** `ua/*.ndjson`: one sample a line. */
export function readSamples(folder: string): Sample[] {
  return filesOf(join(folder, 'ua'), '.ndjson').flatMap((file) =>
    lines(join(folder, 'ua', file)).map((line) => JSON.parse(line) as Sample),
  );
}

/** The collections of a folder by name: sources of `ua/*.ndjson`, `bots.tsv` and `ai-bots.tsv`. */
export function readSets(folder: string): Map<string, Sample[]> {
  const sets = new Map<string, Sample[]>();
  for (const sample of readSamples(folder)) {
    const source = sample.source ?? 'no source';
    const set = sets.get(source);
    if (set) set.push(sample);
    else sets.set(source, [sample]);
  }
  for (const file of ['bots.tsv', 'ai-bots.tsv']) {
    if (existsSync(join(folder, file))) sets.set(file, readBots(join(folder, file)));
  }
  return sets;
}

/** A table of bots. Rows without a user agent, or with a sentence in its place, are left out. */
function readBots(path: string): Sample[] {
  const [head = [], ...rows] = lines(path).map((line) => line.split('\t'));
  return rows
    .map((row): Sample => {
      const cell = (...names: string[]) =>
        names.map((name) => row[head.indexOf(name)]).find((value) => value !== undefined);
      const ua = cell('example_user_agent') ?? '';
      const [name, category] = [cell('name', 'token'), cell('category', 'purpose')];
      return { ua, label: 'bot', name, operator: cell('operator'), category };
    })
    .filter(({ ua }) => ua !== '' && !ua.startsWith('('));
}

/** The user agents of a real log with their requests, and the label of those that have one. */
export interface Log {
  readonly file: string;
  readonly agents: ReadonlyMap<string, { readonly requests: number; readonly label?: Label }>;
}

/** `logs/*.ndjson` has log entries, `logs/*.log` the combined format of Apache. */
export function readLogs(folder: string): Log[] {
  const logs = join(folder, 'logs');
  const entries = filesOf(logs, '.ndjson').map((file) => ({
    file,
    agents: counted(lines(join(logs, file)).map((line) => JSON.parse(line) as LogLine)),
  }));
  const combined = filesOf(logs, '.log').map((file) => ({
    file,
    agents: counted(
      lines(join(logs, file)).flatMap((line) => {
        const agent = LAST_QUOTED.exec(line)?.[1];
        return agent === undefined ? [] : [{ user_agent: agent }];
      }),
    ),
  }));
  return [...entries, ...combined];
}

interface LogLine {
  user_agent?: string;
  label?: Label;
}

const LAST_QUOTED = /"((?:[^"\\]|\\.)*)"\s*$/;

function counted(all: LogLine[]): Log['agents'] {
  const agents = new Map<string, { requests: number; label?: Label }>();
  for (const { user_agent = '', label } of all) {
    const known = agents.get(user_agent);
    if (known) known.requests += 1;
    else agents.set(user_agent, label === undefined ? { requests: 1 } : { requests: 1, label });
  }
  return agents;
}
