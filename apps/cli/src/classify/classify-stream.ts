import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createClassifier } from '@app/classification';
import { linesOf } from './lines.js';
import { explainedLine, verdictLine } from './verdict-line.js';

const CACHE_SIZE = 50_000;

export interface ClassifyOptions {
  /** Write the layers that were asked, and why the last one decided. */
  explain?: boolean;
}

/** Classifies the user agents of `input`, one a line, in order. Reads no faster than `output` takes. */
export async function classifyStream(
  input: Readable,
  output: Writable,
  options: ClassifyOptions = {},
): Promise<void> {
  const classifier = createClassifier({ cacheSize: CACHE_SIZE });
  const write = options.explain
    ? explainedLine
    : (line: string) => verdictLine(line, classifier.classify(line));
  const classifyLines = async function* (bytes: AsyncIterable<Uint8Array>) {
    for await (const lines of linesOf(bytes)) yield lines.map(write).join('');
  };
  await pipeline(input, classifyLines, output, { end: false });
}
