/** A piece of a line of text. */
export interface Inline {
  kind: 'plain' | 'strong' | 'code';
  text: string;
}

const MARKED = /\*\*(.+?)\*\*|`([^`]+)`/g;

/** Takes a text with `**` around emphasis and backticks around what is typed into pieces. */
export function inlineOf(text: string): Inline[] {
  const pieces: Inline[] = [];
  let end = 0;
  for (const { 0: whole, 1: strong, 2: code, index } of text.matchAll(MARKED)) {
    pieces.push({ kind: 'plain', text: text.slice(end, index) });
    pieces.push(
      strong === undefined ? { kind: 'code', text: code ?? '' } : { kind: 'strong', text: strong },
    );
    end = index + whole.length;
  }
  pieces.push({ kind: 'plain', text: text.slice(end) });
  return pieces.filter((piece) => piece.text !== '');
}
