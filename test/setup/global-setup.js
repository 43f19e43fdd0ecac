// One throw-away PostgreSQL for all suites, with a migrated template database that each suite clones.
// Runs outside Jest's module map, so it uses what was built.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const built = (lib) => import(`../../dist/libs/${lib}/src/index.js`);

export default async function globalSetup() {
  const { startLocalPostgres } = await built('local-postgres');
  const folder = mkdtempSync(join(tmpdir(), 'botgauge-test-'));
  const server = await startLocalPostgres({
    dir: folder,
    database: 'botgauge_template',
    ephemeral: true,
    // What a test writes need not outlive a crash of the machine.
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      max_connections: '250',
      synchronous_commit: 'off',
    },
  });
  process.env.BOTGAUGE_TEST_SERVER = server.url;
  globalThis.__botgaugeStopServer = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  await migrateTemplate(server.url);
}

async function migrateTemplate(url) {
  const { migrate } = await built('storage');
  const { migrateQueue } = await built('queue');
  await migrateQueue(url);
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT version()');
  await client.end();
  console.log(`\nTests run on ${rows[0].version.split(' on ')[0]}`);
}
