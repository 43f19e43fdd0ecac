import { FormatStringFault } from './format-string.js';

/** A text of which each character knows where it stood in what the owner wrote. */
export class SourceText {
  private constructor(
    readonly text: string,
    /** The places of the characters; the first character of the whole is 1. */
    private readonly places: readonly number[],
  ) {}

  static of(text: string): SourceText {
    return new SourceText(
      text,
      Array.from({ length: text.length }, (_, index) => index + 1),
    );
  }

  /** Returns the place of a character. The place behind the last one is that of the end. */
  placeOf(index: number): number {
    return this.places[index] ?? (this.places.at(-1) ?? 0) + 1;
  }

  slice(from: number, to?: number): SourceText {
    return new SourceText(this.text.slice(from, to), this.places.slice(from, to));
  }

  /** Returns the texts one behind the other. */
  static join(texts: readonly SourceText[]): SourceText {
    return new SourceText(
      texts.map(({ text }) => text).join(''),
      texts.flatMap(({ places }) => places),
    );
  }

  /** Replaces what stands for another character: `\"`, `\t`. */
  unescaped(characters: Readonly<Record<string, string>>): SourceText {
    if (!this.text.includes('\\')) return this;
    let text = '';
    const places: number[] = [];
    for (let index = 0; index < this.text.length; index++) {
      const place = this.placeOf(index);
      const next = this.text[index + 1];
      const meant = this.text[index] === '\\' && next !== undefined ? characters[next] : undefined;
      if (meant !== undefined) index++;
      text += meant ?? this.text[index];
      places.push(place);
    }
    return new SourceText(text, places);
  }
}

/**
 * Returns the index of the quote that ends a text in quotes, or undefined when none does. A quote
 * behind a backslash is part of the text.
 */
export function closingQuote(text: string, open: number): number | undefined {
  const quote = text[open];
  for (let index = open + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === quote) return index;
  }
  return undefined;
}

/** Returns the fault of a directive, with its place. */
export function faultAt(name: string, place: number, what: string): FormatStringFault {
  return new FormatStringFault(`${shown(name)} at character ${place} ${what}.`);
}

const LONGEST_SHOWN = 60;

/** Returns a piece of a format string as messages have it: short, and without control characters. */
export function shown(text: string): string {
  const short = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  return short.replaceAll('\t', '\\t').replace(/\p{C}/gu, '\ufffd');
}
