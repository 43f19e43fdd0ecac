import type { Logged, LoggedParts } from '@app/contracts';
import type { Guide } from './guide.js';

/** The heading of the table of all senders in `docs/feeds/README.md`. */
export const SENDERS_HEAD = [
  ...['what you have', 'log source', 'addresses', 'hosts', 'countries', '`Sec-Fetch`', 'files'],
  'run with',
];

const PARTS = ['address', 'host', 'country', 'fetch_headers', 'static_files'] as const;
const WORDS: Readonly<Record<Logged['has'], string>> = {
  yes: 'yes',
  with_changes: 'if logged',
  no: 'no',
};
/** What ran stands in front of the first colon or the end of the first sentence. */
const RUN = /^Tested with (.*?)(?::|\.(?: |$))/;

/** Returns the rows of the table of all senders, in Markdown. */
export function sendersTable(guides: readonly Guide[]): string[][] {
  return [...guides]
    .sort((one, other) => one.title.localeCompare(other.title, 'en'))
    .map(({ title, page, feed, logs, wasRun, tested }) => [
      `[${title}](${page})`,
      `\`${feed}\``,
      ...PARTS.map((part: keyof LoggedParts) => WORDS[logs[part].has]),
      wasRun ? (RUN.exec(tested)?.[1] ?? '') : 'not run',
    ]);
}
