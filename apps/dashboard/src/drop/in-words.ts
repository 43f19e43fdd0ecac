import { counted, inFull } from '../words/numbers.js';
import { asShown } from '../words/strangers.js';
import type { FileState } from './import-state.js';
import type { CountedAt, FileProgress } from './protocol.js';

/** Requests that are under way at the same time, times the entries of each. */
const ENTRIES_UNDER_WAY = 4_000;

/** Says how far a file was imported: `Caddy JSON, 1,200 entries, 3 rejected, 4 skipped`. */
export function fileInWords({ progress, isEnded, fault }: FileState): string {
  if (!progress) return fault || isEnded ? 'nothing was read' : 'its format is looked for';
  const { format, entries, rejected, skipped } = progress;
  if (format === undefined) return 'the file has no entries';
  const skips = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  return [
    format,
    counted(entries, 'entry', 'entries'),
    `${inFull(rejected)} rejected`,
    ...(skips > 0 ? [`${inFull(skips)} skipped that are no visits`] : []),
  ].join(', ');
}

/**
 * Says which hosts are no website of the account.
 *
 * @param keysOwn the domain of the website for which their entries count
 */
export function strangersInWords(
  { strangers, moreStrangers: more }: CountedAt,
  keysOwn: string,
): string[] {
  if (strangers.length === 0) return [];
  return [
    ...strangers.map(
      ({ host, entries }) =>
        `${counted(entries, 'entry names', 'entries name')} ${host}, which is no website of yours: counted for ${keysOwn}.`,
    ),
    ...(more > 0
      ? [`${counted(more, 'more host is no website', 'more hosts are no websites')} of yours.`]
      : []),
    'Add a website in the settings before you import its logs. What is counted stays where it is.',
  ];
}

/** Says what whoever imports a log should know about it. */
export function notesOf({ before, isUncertain, warnings }: FileProgress): string[] {
  return [
    ...(before > 0
      ? [
          `${counted(before, 'line was', 'lines were')} imported from this browser before, and not sent again.`,
        ]
      : []),
    ...(isUncertain
      ? [
          `An import of this file was interrupted. The up to ${inFull(ENTRIES_UNDER_WAY)} entries that were under way then may be counted twice.`,
        ]
      : []),
    ...warnings.map(({ text }) => asShown(text)),
  ];
}
