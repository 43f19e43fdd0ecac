import type { LineBytes } from '@app/log-formats';

const LINE_FEED = '\n';

/**
 * The texts of lines with a line feed in front of each. Lines that stand behind each other in the
 * bytes that were read are one piece of these, so that no text is made of them.
 */
export class LineTexts {
  /** Of all lines together, without their line feeds. A line of bytes has one for each. */
  characters = 0;
  count = 0;
  private pieces: (string | Uint8Array)[] = [];
  private texts: string[] = [];
  private bytes: Uint8Array | undefined;
  private from = 0;
  private to = 0;

  add(text: string): void {
    this.endBytes();
    this.texts.push(text);
    this.characters += text.length;
    this.count++;
  }

  /** Adds a line whose bytes are its text: they are ASCII. */
  addBytes({ bytes, from, to }: LineBytes): void {
    const isNext = bytes === this.bytes && from === this.to + 1;
    if (!isNext) {
      this.endBytes();
      this.endTexts();
      this.pieces.push(LINE_FEED);
      this.bytes = bytes;
      this.from = from;
    }
    this.to = to;
    this.characters += to - from;
    this.count++;
  }

  /** Returns all of them. */
  all(): readonly (string | Uint8Array)[] {
    this.endBytes();
    this.endTexts();
    return this.pieces;
  }

  private endBytes(): void {
    if (this.bytes) this.pieces.push(this.bytes.subarray(this.from, this.to));
    this.bytes = undefined;
  }

  private endTexts(): void {
    if (this.texts.length > 0) this.pieces.push(LINE_FEED + this.texts.join(LINE_FEED));
    this.texts = [];
  }
}
