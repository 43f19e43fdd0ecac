import type { Sender } from './feed.js';

/** What of a sender is looked at. */
type Named = Pick<Sender, 'sender' | 'title' | 'feed' | 'names'>;

/**
 * Returns the senders that somebody may mean: those of which every word of the text begins a word of
 * a name. Those that are called so themselves come first, then all by title. Nothing written means all.
 */
export function findSenders<One extends Named>(senders: readonly One[], text: string): One[] {
  const wanted = wordsOf(text);
  const fits = (names: readonly string[]) => {
    const words = names.flatMap(wordsOf);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
  const found = senders.filter(({ sender, title, feed, names }) =>
    fits([sender, title, feed, ...names]),
  );
  const rank = ({ title }: One) => (fits([title]) ? 0 : 1);
  return found.sort(
    (one, other) => rank(one) - rank(other) || one.title.localeCompare(other.title, 'en'),
  );
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
