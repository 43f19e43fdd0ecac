import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publish, secretKeyOf, withdraw } from '@app/local-postgres';
import { removedAtEnd } from '@app/testing';
import { findRunningService } from './running-service.js';

const DATABASE = 'postgres://botgauge:x@127.0.0.1:5555/botgauge';
const API = 'http://127.0.0.1:4100';
const PUBLIC = 'https://logs.own.test';

let dataDir: string;
let secretKey: string;
beforeEach(() => {
  dataDir = removedAtEnd(mkdtempSync(join(tmpdir(), 'running ')));
  const { pid } = process;
  publish(dataDir, 'database', { url: DATABASE, pid });
  publish(dataDir, 'api', { url: API, pid });
  publish(dataDir, 'public', { url: PUBLIC, pid });
  secretKey = secretKeyOf(dataDir);
});

const found = async (env: Record<string, string> = {}) => {
  const { env: all, obstacle } = await findRunningService({ DATA_DIR: dataDir, ...env });
  expect(all.DATA_DIR).toBe(dataDir);
  return [all.DATABASE_URL, all.BOTGAUGE_URL, all.PUBLIC_URL, all.SECRET_KEY, obstacle];
};
const NOTHING = Array<undefined>(5).fill(undefined);

it('finds what a running service published', async () => {
  expect(await found()).toEqual([DATABASE, API, PUBLIC, secretKey, undefined]);
});

it('lets the environment win, and takes empty values for none', async () => {
  const own = { BOTGAUGE_URL: 'http://api:1', SECRET_KEY: 'own', DATABASE_URL: ' ' };
  expect(await found(own)).toEqual([DATABASE, 'http://api:1', undefined, 'own', undefined]);
  const named = { PUBLIC_URL: 'https://other.test', DATABASE_URL: DATABASE };
  expect(await found(named)).toEqual([DATABASE, API, 'https://other.test', secretKey, undefined]);
});

it('takes nothing of it for a command that works on another database', async () => {
  const other = 'postgres://botgauge:x@db.test/botgauge';
  expect(await found({ DATABASE_URL: other })).toEqual([other, ...NOTHING.slice(1)]);
});

it('finds the API of a service on a database that is not its own', async () => {
  withdraw(dataDir, 'database', process);
  const other = 'postgres://botgauge:x@db.test/botgauge';
  expect(await found({ DATABASE_URL: other })).toEqual([other, API, PUBLIC, secretKey, undefined]);
});

it('finds nothing where nothing runs', async () => {
  dataDir = join(dataDir, 'none');
  expect(await found()).toEqual(NOTHING);
});

it('says what cannot be read, and goes on without it', async () => {
  withdraw(dataDir, 'database', process);
  mkdirSync(join(dataDir, 'server.json'));
  const [database, , , , obstacle] = await found();
  expect(database).toBeUndefined();
  expect(obstacle).toMatch(/server\.json cannot be read \(EISDIR\)\. .*set DATABASE_URL/);
});
