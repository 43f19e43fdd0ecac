import { Readable } from 'node:stream';

/** What a stream tells of itself. */
export interface StreamWatch {
  /** Holds the bytes of a text until the returned function is called. */
  hold: (bytes: number) => () => void;
  /** Calls a function when the client has the whole answer, or is gone. */
  atEnd: (end: () => void) => void;
  /** Is told the error that breaks the stream off. */
  whenBroken: (error: unknown) => void;
}

/**
 * The text that is being sent, the one that waits for it, and the newest one. The stream asks for no
 * further text before it has to.
 */
const HELD = 3;

/** Makes a stream of texts that are made while it is read, so that nobody holds all of them. */
export function streamText(texts: AsyncIterable<string>, watch: StreamWatch): Readable {
  const held = new Held(watch.hold);
  // The last texts are still on their way when the last of them was made.
  watch.atEnd(() => held.end());
  return Readable.from(heldTexts(texts, held, watch));
}

async function* heldTexts(
  texts: AsyncIterable<string>,
  held: Held,
  { whenBroken }: StreamWatch,
): AsyncGenerator<Buffer> {
  try {
    for await (const text of texts) {
      if (text === '') continue;
      const bytes = Buffer.from(text);
      held.add(bytes.length);
      yield bytes;
    }
  } catch (error) {
    whenBroken(error);
    throw error;
  }
}

/** The texts of a stream that are held. */
class Held {
  private readonly releases: (() => void)[] = [];
  private hasEnded = false;

  constructor(private readonly hold: StreamWatch['hold']) {}

  /** Holds one more text, and no longer the one that must have been sent by now. */
  add(bytes: number): void {
    if (this.hasEnded) return;
    if (this.releases.length === HELD) this.releases.shift()?.();
    this.releases.push(this.hold(bytes));
  }

  end(): void {
    this.hasEnded = true;
    for (const release of this.releases.splice(0)) release();
  }
}
