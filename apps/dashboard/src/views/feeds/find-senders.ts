import type { Sender } from './feed.js';

/** What of a sender is looked at. */
type Named = Pick<Sender, 'sender' | 'title' | 'feed' | 'names'>;

/**
 * Returns the senders that somebody may mean, by title: those of which every word of the text begins
 * a word of a name. Nothing written means all.
 */
export function findSenders<One extends Named>(senders: readonly One[], text: string): One[] {
  const wanted = wordsOf(text);
  const found = senders.filter(({ sender, title, feed, names }) => {
    const words = [sender, title, feed, ...names].flatMap(wordsOf);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
  return found.sort((one, other) => one.title.localeCompare(other.title, 'en'));
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
