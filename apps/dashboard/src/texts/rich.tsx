import type { ComponentChildren } from 'preact';
import { piecesOf } from './pieces-of.js';

/** Draws the elements of a text by their names: what stands between its tags are its words. */
export type Elements = Readonly<Record<string, (words: string) => ComponentChildren>>;

interface RichProps {
  /** See `piecesOf`. */
  text: string;
  /** `b` and `code` need not be given. */
  elements?: Elements;
}

const USUAL: Elements = {
  b: (words) => <b>{words}</b>,
  code: (words) => <code>{words}</code>,
};

/** A text with elements. */
export function Rich({ text, elements }: RichProps) {
  const all: Elements = { ...USUAL, ...elements };
  return (
    <>
      {piecesOf(text).map((piece) =>
        typeof piece === 'string' ? piece : all[piece.element]?.(piece.words),
      )}
    </>
  );
}
