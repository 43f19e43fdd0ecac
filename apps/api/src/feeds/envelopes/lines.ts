import { type Line, LineSplitter } from '@app/log-formats';
import type { CarriedRecord, Envelope } from './envelope.js';

/** A record on each line, whatever a line is. */
export function lines(): Envelope {
  const splitter = new LineSplitter();
  return {
    push: (chunk) => splitter.push(chunk).map(recordOf),
    end: () => splitter.end().map(recordOf),
  };
}

function recordOf({ text }: Line): CarriedRecord {
  return text === undefined ? { tooLong: true } : { text };
}
