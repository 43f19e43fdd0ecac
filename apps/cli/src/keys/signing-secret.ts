import { readFile } from 'node:fs/promises';
import { SealedSecrets } from '@app/access';
import { ConfigError, loadConfig } from '@app/config';
import { signingSecretInputSchema } from '@app/contracts';
import { Keys, type ListedKeyRow } from '@app/storage';
import type { Answer, Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { withDatabase } from '../program/database.js';
import { CommandError, UsageError } from '../program/failure.js';
import { findKey, printedKey, refuseValue } from './keys.js';

/** The options of `keys signing-secret`. */
export interface SecretOptions {
  file?: string;
  remove?: true;
}

/** Sets the signing secret of a Bot Tracking Key, or removes it. */
export async function changeSigningSecret(
  dependencies: Dependencies,
  id: string,
  { file, remove }: SecretOptions,
): Promise<Answer> {
  refuseValue(id);
  const change = remove ? removeSecret : await preparedToSet(dependencies, file);
  const key = await withDatabase(dependencies, async (pool) => {
    const keys = new Keys(pool);
    await change(keys, await findKey(keys, id));
    return findKey(keys, id);
  });
  const state = key.has_signing_secret ? 'has a signing secret' : 'has no signing secret';
  return {
    document: printedKey(key),
    text: `Key ${id} (${key.name}, …${key.last4}) ${state}.`,
  };
}

type Change = (keys: Keys, key: ListedKeyRow) => Promise<void>;

const removeSecret: Change = (keys, key) => keys.removeSigningSecret(key.lineage_id);

/** Reads all that is needed before the database is asked. */
async function preparedToSet(dependencies: Dependencies, file?: string): Promise<Change> {
  const { SECRET_KEY } = loadConfig(dependencies.env);
  if (!SECRET_KEY) {
    throw new ConfigError([
      'SECRET_KEY is not set: give the one of the API, or make one for both with `openssl rand -base64 32`',
    ]);
  }
  const sealed = new SealedSecrets(SECRET_KEY);
  const secret = await readSecret(dependencies, file);
  return async (keys, key) => {
    if (key.kind === 'api') {
      throw new CommandError(
        `Key ${key.public_id} is an API Key, which sends no log entries: name a Bot Tracking Key of \`${BOTGAUGE} keys list\`.`,
      );
    }
    if (key.revoked_at || (key.expires_at && key.expires_at <= new Date())) {
      throw new CommandError(
        `Key ${key.public_id} has expired or was revoked: name a key that works, as \`${BOTGAUGE} keys list\` shows it.`,
      );
    }
    const { lineage_id: lineageId } = key;
    await keys.keepSigningSecret(lineageId, sealed.seal(secret, { purpose: 'signing', lineageId }));
  };
}

/**
 * Reads the secret and checks its form.
 *
 * @throws CommandError, UsageError
 */
async function readSecret({ input }: Dependencies, file?: string): Promise<string> {
  if (file === undefined && 'isTTY' in input && input.isTTY) {
    throw new UsageError(
      'The secret comes from a file or another program: add --file FILE, or < FILE.',
    );
  }
  const text = file === undefined ? await textOf(input) : await readTextFile(file);
  const parsed = signingSecretInputSchema.safeParse({ secret: text.replace(/\r?\n$/, '') });
  if (parsed.success && parsed.data.secret !== null) return parsed.data.secret;
  throw new CommandError('The secret must be a text of 8 to 512 characters: check what was given.');
}

async function readTextFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new CommandError(
      `The file ${file} cannot be read (${(cause as NodeJS.ErrnoException).code}): check --file.`,
      { cause },
    );
  }
}

async function textOf(input: AsyncIterable<Uint8Array | string>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of input) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}
