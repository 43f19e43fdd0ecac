import fs from 'node:fs';
import type { FirstKeys } from '../processes/service.js';

/**
 * Writes `{ base_url, website_id, api_key, bot_key }` as JSON, readable by this user only. The file
 * appears in one step: whoever waits for it finds it whole.
 */
export function writeBootstrapFile(file: string, baseUrl: string, keys: FirstKeys): void {
  const { website_id, api_key, bot_key } = keys;
  const value = { base_url: baseUrl, website_id, api_key, bot_key };
  const temporary = `${file}.${process.pid}.tmp`;
  fs.rmSync(temporary, { force: true });
  fs.writeFileSync(temporary, `${JSON.stringify(value, undefined, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  fs.renameSync(temporary, file);
}
