import { type AddressList, ADDRESS_LISTS, type ListContent, provedTime } from '@app/verification';

/** A list of bots that is older than it proves anything. */
export interface OldList {
  id: string;
  /** The slugs of the bots for which it should be complete. */
  bots: readonly string[];
  fetchedAt: string;
}

/**
 * How many of the lists of bots' addresses prove today what they can prove. Only those are counted
 * that operators publish for programs, because nobody can keep the others current.
 */
export interface Standing {
  lists: number;
  /** An address outside of them tells today that a bot was spoofed, if they are complete for any. */
  current: number;
  /** They are older than they prove that. */
  old: number;
  /** Nobody has their content. */
  missing: number;
  oldLists: OldList[];
  /** When the oldest of those that are there was last found valid, ISO 8601. */
  oldest: string | null;
  /** How many further lists come with releases only. */
  releaseOnly: number;
}

/** Returns how the lists of bots stand at a time in epoch milliseconds. */
export function standingOf(
  contents: readonly ListContent[],
  now: number,
  lists: readonly AddressList[] = ADDRESS_LISTS,
): Standing {
  const ofBots = lists.filter(({ role }) => role === 'bots');
  const published = ofBots.filter(({ sources }) => sources.length > 0);
  const contentOf = new Map(contents.map((content) => [content.id, content]));
  const there = published.flatMap((list) => {
    const content = contentOf.get(list.id);
    return content && content.prefixes.length > 0 ? [{ list, content }] : [];
  });
  const oldLists = there.flatMap(({ list, content }) => {
    const isComplete = list.completeFor.length > 0;
    if (!isComplete || now <= provedTime(list, content).provesUntil) return [];
    return [{ id: list.id, bots: list.completeFor, fetchedAt: content.fetchedAt }];
  });
  const times = there.map(({ content }) => Date.parse(content.fetchedAt));
  return {
    lists: published.length,
    current: there.length - oldLists.length,
    old: oldLists.length,
    missing: published.length - there.length,
    oldLists,
    oldest: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    releaseOnly: ofBots.length - published.length,
  };
}
