/** A piece of a text: words, or an element with the words between its tags. */
export type Piece = string | { element: string; words: string };

const TAG = /<(\w+)(?:\/>|>(.*?)<\/\1>)/g;

/** Returns a text with tags, such as `<link>Set up a sender</link>` and `<path/>`, in its pieces. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { index, 0: tag, 1: element = '', 2: words = '' } of text.matchAll(TAG)) {
    pieces.push(text.slice(end, index), { element, words });
    end = index + tag.length;
  }
  return [...pieces, text.slice(end)].filter((piece) => piece !== '');
}
