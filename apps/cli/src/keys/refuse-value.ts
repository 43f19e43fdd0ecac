import { UsageError } from '../program/command-error.js';

/** Values of keys start like this; their ids start with `key_`. */
const VALUE = /^(?:api|bot)_/;

/**
 * A value must not be repeated on a terminal or in a log.
 *
 * @throws UsageError when the id of a key is a value
 */
export function refuseValue(id: string): void {
  if (!VALUE.test(id)) return;
  throw new UsageError(
    "That is a key's value, not its id: find the id by the last 4 characters in `botgauge keys list`.",
  );
}
