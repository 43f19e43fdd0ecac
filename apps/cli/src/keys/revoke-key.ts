import { Accounts } from '@app/storage';
import { withDatabase } from '../database/with-database.js';
import type { Answer } from '../output/answer.js';
import { CommandError, UsageError } from '../program/command-error.js';
import type { Dependencies } from '../program/dependencies.js';
import { keyDocument } from './key-document.js';

/** Values of keys start like this; their ids start with `key_`. */
const VALUE = /^(?:api|bot)_/;

export async function revokeKey(dependencies: Dependencies, id: string): Promise<Answer> {
  // A value must not be repeated on a terminal or in a log.
  if (VALUE.test(id)) {
    throw new UsageError(
      "That is a key's value, not its id: find the id by the last 4 characters in `botgauge keys list`.",
    );
  }
  const row = await withDatabase(dependencies, (pool) => new Accounts(pool).revokeKey(id));
  if (!row) {
    throw new CommandError(`There is no key ${id}: see the ids with \`botgauge keys list\`.`);
  }
  const document = keyDocument(row);
  return {
    document,
    text: `Key ${id} (${row.name}, …${row.last4}) is revoked since ${document.revoked_at}. It stops within 10 seconds everywhere.`,
  };
}
