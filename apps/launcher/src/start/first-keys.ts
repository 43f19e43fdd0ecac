import fs from 'node:fs';
import path from 'node:path';
import { writePrivately } from '@app/local-postgres';
import { ExpectedError } from '../expected-error.js';
import type { FirstKeys } from '../processes/service.js';

/**
 * The first keys, from the moment when they are made until the user has them. They are shown once.
 * A start that fails or dies before that leaves them to the next start.
 */
export class UnshownKeys {
  private readonly file: string;

  constructor(dataDir: string) {
    this.file = path.join(dataDir, 'first-keys.json');
  }

  /**
   * Stores the keys.
   *
   * @throws ExpectedError when the folder cannot be written
   */
  save(keys: FirstKeys): void {
    try {
      writeJson(this.file, keys);
    } catch (error) {
      throw new ExpectedError(
        `The first keys cannot be kept until they are shown (${(error as Error).message}), so none were made: ` +
          'start as the user who owns DATA_DIR, or set it to another folder.',
      );
    }
  }

  /** Returns undefined when every key that was made has been shown. */
  read(): FirstKeys | undefined {
    try {
      return JSON.parse(fs.readFileSync(this.file, 'utf8')) as FirstKeys;
    } catch {
      return undefined;
    }
  }

  forget(): void {
    fs.rmSync(this.file, { force: true });
  }
}

/**
 * Writes `{ base_url, website_id, api_key, bot_key }` as JSON.
 *
 * @throws ExpectedError when it cannot be written
 */
export function writeBootstrapFile(file: string, baseUrl: string, keys: FirstKeys): void {
  const { website_id, api_key, bot_key } = keys;
  try {
    writeJson(file, { base_url: baseUrl, website_id, api_key, bot_key });
  } catch (error) {
    throw new ExpectedError(
      `The first keys cannot be written (${(error as Error).message}): correct BOOTSTRAP_FILE, then start again.`,
    );
  }
}

/**
 * Writes JSON that only this user can read. The file appears in one step, so that a program that
 * waits for it finds it complete.
 */
function writeJson(file: string, value: object): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  writePrivately(file, `${JSON.stringify(value, undefined, 2)}\n`);
}
