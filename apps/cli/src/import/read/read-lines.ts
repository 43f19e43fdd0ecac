import { type Line, LineSplitter } from '@app/log-formats';

/** The lines of a stream of bytes, all lines of a chunk together: a step a line would cost more than parsing it. */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  splitter = new LineSplitter(),
): AsyncGenerator<Line[]> {
  for await (const chunk of chunks) {
    const lines = splitter.push(chunk);
    if (lines.length > 0) yield lines;
  }
  const rest = splitter.end();
  if (rest.length > 0) yield rest;
}
