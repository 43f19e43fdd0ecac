// A suite that fails after it has started something of every kind, and before it could stop any of
// it. leftovers.spec.ts lets Jest run it, and looks for what it has left.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removedAtEnd, storeMissing } from '@app/testing';
import { startCli } from '../support/cli.js';
import { startProcess } from '../support/processes.js';
import { startPostgresServer } from '../support/servers/postgres.js';
import { startRedisServer } from '../support/servers/redis.js';
import { startSystemOn } from '../support/system-on-queue.js';

it('starts everything and fails', async () => {
  const { MARK = '', STARTED = '' } = process.env;
  const system = await startSystemOn('postgres');
  await startProcess('worker', { ...system.env, WORKER_PORT: '0', MARK });
  startCli(['import', '--dry-run', '/dev/stdin'], { MARK });
  const servers: { folder: string }[] = [await startPostgresServer()];
  if (!storeMissing('redis')) servers.push(await startRedisServer());
  const folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-folder-')));
  const folders = [folder, ...servers.map((server) => server.folder)];
  writeFileSync(STARTED, JSON.stringify({ database: system.database.url, folders }));
  throw new Error('half-way');
});
