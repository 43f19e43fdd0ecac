/** No line is longer; what is longer is not kept. In characters. */
const LONGEST = 1024 * 1024;
/** Runtimes of containers cut after 16 KiB, so that the longest line has 64 parts. */
export const MOST_PARTS = 256;
/** A container has two: standard output and standard error. */
export const MOST_STREAMS = 4;

/** The parts of a line that has not ended yet. */
interface Begun<Part> {
  parts: Part[];
  /** Of all parts together. */
  characters: number;
}

/** Joins the parts of lines that a runtime of containers has cut, by the stream that they came on. */
export class LineParts<Part extends { text: string }> {
  private readonly begun = new Map<string, Begun<Part>>();

  /** Keeps a part. Returns false when the line or the number of lines is too large for that. */
  keep(stream: string, part: Part): boolean {
    const line = this.begun.get(stream) ?? { parts: [], characters: 0 };
    const isNew = line.parts.length === 0;
    line.parts.push(part);
    line.characters += part.text.length;
    if (line.characters > LONGEST || line.parts.length > MOST_PARTS) {
      this.begun.delete(stream);
      return false;
    }
    if (isNew && this.begun.size >= MOST_STREAMS) return false;
    this.begun.set(stream, line);
    return true;
  }

  /** Returns the line that ends with this text, and forgets its parts. */
  end(stream: string, text: string): string {
    const before = this.begun.get(stream)?.parts ?? [];
    this.begun.delete(stream);
    return [...before.map((part) => part.text), text].join('');
  }

  /** Returns the parts that are kept, with their streams. */
  kept(): [stream: string, part: Part][] {
    return [...this.begun].flatMap(([stream, { parts }]) =>
      parts.map((part): [string, Part] => [stream, part]),
    );
  }
}
