import { rotateKey } from '@app/access';
import { Accounts } from '@app/storage';
import { withDatabase } from '../database/with-database.js';
import type { Answer } from '../output/answer.js';
import { CommandError } from '../program/command-error.js';
import type { Dependencies } from '../program/dependencies.js';
import { printedKey } from './printed-key.js';
import { refuseValue } from './refuse-value.js';

export async function rotateKeyOf(
  dependencies: Dependencies,
  id: string,
  overlapSeconds: number,
): Promise<Answer> {
  refuseValue(id);
  const now = new Date();
  const endsAt = new Date(now.getTime() + overlapSeconds * 1_000);
  const successor = await withDatabase(dependencies, async (pool) => {
    const accounts = new Accounts(pool);
    const accountId = await accounts.findKeyOwner(id);
    const key = accountId && (await accounts.findAccountKey(accountId, id));
    if (!accountId || !key) {
      throw new CommandError(`There is no key ${id}: see the ids with \`botgauge keys list\`.`);
    }
    const { kind, expires_at: expiresAt } = key;
    return rotateKey(accounts, { accountId, publicId: id, kind, now, endsAt, expiresAt });
  });
  if (!successor) {
    throw new CommandError(
      `Key ${id} has ended or was rotated already: see \`botgauge keys list\`, then rotate its successor or make a new key.`,
    );
  }
  const { value, row } = successor;
  return {
    document: { ...printedKey(row), replaces: id, key: value },
    text:
      `${value}\n\n` +
      `This key (${row.public_id}) is not shown again: keep it where only you can read it.\n` +
      `The old one (${id}) stops at ${endsAt.toISOString()} at the latest.`,
  };
}
