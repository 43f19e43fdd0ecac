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
  return Readable.from(heldTexts(texts, watch));
}

async function* heldTexts(
  texts: AsyncIterable<string>,
  { hold, atEnd, whenBroken }: StreamWatch,
): AsyncGenerator<Buffer> {
  const held: (() => void)[] = [];
  // The last texts are still on their way when the last of them was made.
  atEnd(() => {
    for (const release of held) release();
  });
  try {
    for await (const text of texts) {
      if (text === '') continue;
      const bytes = Buffer.from(text);
      held.push(hold(bytes.length));
      yield bytes;
      if (held.length >= HELD) held.shift()?.();
    }
  } catch (error) {
    whenBroken(error);
    throw error;
  }
}
