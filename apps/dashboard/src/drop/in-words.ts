import { texts } from '../texts/texts.js';
import { asShown } from '../words/strangers.js';
import type { FileState } from './import-state.js';
import type { CountedAt, Fault, FileProgress } from './protocol.js';

const { faults, file: words, strangers: foreign } = texts.drop;

/** Requests that are under way at the same time, times the entries of each. */
const ENTRIES_UNDER_WAY = 4_000;

/** Says how far a file was imported: `Caddy JSON, 1,200 entries, 3 rejected, 4 skipped`. */
export function fileInWords({ progress, isEnded, fault }: FileState): string {
  if (!progress) return fault || isEnded ? words.nothing : words.noFormat;
  const { format, entries, rejected, skipped } = progress;
  if (format === undefined) return words.empty;
  const skips = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  return [
    format,
    words.entries(entries),
    words.rejected(rejected),
    ...(skips > 0 ? [words.skipped(skips)] : []),
  ].join(', ');
}

/**
 * Says why a file was not read to its end, and what to do; undefined where somebody cancelled it.
 *
 * @param name of the file
 */
export function faultInWords(fault: Fault, name: string): string | undefined {
  switch (fault.kind) {
    case 'away':
      return faults.away(fault.minutes, fault.reason || texts.drop.unreachable);
    case 'cancelled':
      return undefined;
    case 'key':
      return faults.key;
    case 'not_taken':
      return faults.not_taken(fault.status, fault.message);
    case 'packed':
      return (fault.isForCommand ? faults.packedForCommand : faults.packed)(name, fault.as);
    case 'damaged':
    case 'unreadable':
      return faults[fault.kind](name);
    case 'ends_early':
    case 'other_log':
    case 'refused':
    case 'unexpected':
    case 'unknown_format':
      return texts.common.sentence(fault.message);
  }
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
    ...strangers.map(({ host, entries }) => foreign.one({ host, entries, domain: keysOwn })),
    ...(more > 0 ? [foreign.more(more)] : []),
    foreign.add,
  ];
}

/** Says what whoever imports a log should know about it. */
export function notesOf({ before, isUncertain, warnings }: FileProgress): string[] {
  return [
    ...(before > 0 ? [words.before(before)] : []),
    ...(isUncertain ? [words.uncertain(ENTRIES_UNDER_WAY)] : []),
    ...warnings.map(({ text }) => asShown(text)),
  ];
}
