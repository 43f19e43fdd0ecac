import { type AddressList, collapse, judgeRefresh, parseList } from '@app/verification';
import { type Failed, type FetchOptions, fetchText } from './fetch-text.js';

/** What came of fetching a list. A fault is a sentence, or a part of one, for the operator. */
export type FetchedList =
  | { kind: 'valid'; prefixes: string[]; etags: Record<string, string> }
  /** Every source says that it has not changed since it was kept. */
  | { kind: 'unchanged' }
  /** There was an answer, and it cannot be this list. */
  | { kind: 'refused'; fault: string }
  | Failed;

export interface KeptList {
  /** The prefixes in use, with which new ones are compared. */
  inUse: readonly string[] | undefined;
  /** The ETag of each source of what the database keeps. */
  etags: Record<string, string>;
}

/**
 * Fetches a list from its operator, and judges whether it may replace the one in use. A list with
 * several sources is all of them together.
 */
export async function fetchList(
  { sources, format }: AddressList,
  { inUse, etags: known }: KeptList,
  options: FetchOptions,
): Promise<FetchedList> {
  const isKnown = sources.every((source) => known[source] !== undefined);
  const answers = await fetchSources(sources, isKnown ? known : {}, options);
  if ('fault' in answers) return answers;
  if (answers.every(({ kind }) => kind === 'unchanged')) return { kind: 'unchanged' };
  // A part that has not changed is not kept as such, so it is needed again.
  const whole = answers.some(({ kind }) => kind === 'unchanged')
    ? await fetchSources(sources, {}, options)
    : answers;
  if ('fault' in whole) return whole;

  const prefixes: string[] = [];
  const etags: Record<string, string> = {};
  for (const [index, answer] of whole.entries()) {
    if (answer.kind === 'unchanged') continue;
    const parsed = parseList(answer.text, format);
    if ('fault' in parsed) return { kind: 'refused', fault: parsed.fault };
    prefixes.push(...parsed.prefixes);
    if (answer.etag !== undefined) etags[sources[index] as string] = answer.etag;
  }
  const collapsed = collapse(prefixes);
  const { fault } = judgeRefresh(inUse, collapsed);
  if (fault !== undefined) return { kind: 'refused', fault };
  return { kind: 'valid', prefixes: collapsed, etags };
}

/** Asks one source after the other, until one fails. */
async function fetchSources(
  sources: readonly string[],
  etags: Record<string, string>,
  options: FetchOptions,
) {
  const answers = [];
  for (const source of sources) {
    const answer = await fetchText(source, etags[source], options);
    if (answer.kind === 'failed') return failedAt(source, answer);
    answers.push(answer);
  }
  return answers;
}

const failedAt = (source: string, { kind, fault }: Failed): Failed => ({
  kind,
  fault: `${new URL(source).host}: ${fault}`,
});
