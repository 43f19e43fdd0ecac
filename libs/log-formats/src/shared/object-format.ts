import type { ReaderOptions, RecordResult } from '../record-reader.js';
import type { JsonObject } from '../text/json-object.js';

/** A format whose records are JSON objects with names of their own. */
export interface ObjectFormat {
  /** Tells by its names whether an object is of this format. */
  fits(record: JsonObject): boolean;
  /** Returns a function that reads an object, also one that does not fit. */
  create(options: ReaderOptions): (record: JsonObject) => RecordResult;
}
