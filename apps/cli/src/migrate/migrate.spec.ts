import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { createEmptyDatabase, type TestDatabase } from '@app/testing';
import { runCommand } from '../../test/run-command.js';

let empty: TestDatabase;
beforeEach(async () => {
  empty = await createEmptyDatabase();
});
afterEach(() => empty.drop());

const migrate = (databaseUrl = empty.url, env = {}, ...options: string[]) =>
  runCommand(['migrate', ...options], { databaseUrl, env });

describe('migrate', () => {
  it('creates both schemas, and the second time tells that there is nothing to apply', async () => {
    const first = await migrate(empty.url, {}, '--json');
    expect(first).toMatchObject({ status: 0, stderr: '' });
    const { applied, version, flavour } = JSON.parse(first.stdout) as Report;
    expect({ version, flavour }).toEqual({ version: applied.at(-1), flavour: 'plain' });
    expect(applied[0]).toBe(1);
    const { rows } = await empty.pool.query(
      "SELECT to_regclass('visits') AS storage, to_regnamespace('bullmq') AS queue",
    );
    expect(rows).toEqual([{ storage: 'visits', queue: 'bullmq' }]);
    const again = await migrate(empty.url, {}, '--json');
    expect(JSON.parse(again.stdout)).toEqual({ applied: [], version, flavour });
    expect((await migrate()).stdout).toContain(
      `nothing to apply; the schema is at version ${version}, flavour plain.`,
    );
  });

  it('tells which versions it applied', async () => {
    expect((await migrate()).stdout).toMatch(
      /^Queue in PostgreSQL: up to date\.\nStorage: applied 1, 2/,
    );
  });

  it('creates no schema for a queue in Redis', async () => {
    const { stdout } = await migrate(empty.url, { REDIS_URL: 'redis://cache.example' });
    expect(stdout).toMatch(/^Queue in Redis: up to date\.\nStorage: applied 1, 2/);
    const { rows } = await empty.pool.query("SELECT to_regnamespace('bullmq') AS queue");
    expect(rows).toEqual([{ queue: null }]);
  });

  it('may run twice at once', async () => {
    const both = await Promise.all([migrate(), migrate()]);
    expect(both.map(({ status, stderr }) => ({ status, stderr }))).toEqual([
      { status: 0, stderr: '' },
      { status: 0, stderr: '' },
    ]);
  });

  it('refuses a database that a newer release has migrated', async () => {
    await migrate();
    await empty.pool.query(
      "INSERT INTO schema_migrations (version, name, flavour, sha256) VALUES (9999, 'x', 'plain', '')",
    );
    const { status, stderr } = await migrate();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The database has schema version 9999, this release knows \d+: run/);
  });

  it('waits for a database that is still starting', async () => {
    const server = new URL(empty.url);
    const gate = await startGate(server.hostname, Number(server.port));
    server.port = String(gate.port);
    server.hostname = '127.0.0.1';
    const outcome = await migrate(server.href);
    gate.close();
    expect(outcome).toMatchObject({ status: 0 });
    expect(outcome.stderr).toBe(`Waiting for the database at 127.0.0.1:${gate.port} …\n`);
    expect(outcome.stdout).toContain('Storage: applied 1');
  });
});

interface Report {
  applied: number[];
  version: number;
  flavour: string;
}

/** Opens a port that hangs up on its first client, and leads all others to the database. */
async function startGate(host: string, port: number) {
  let isOpen = false;
  const gate: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (!isOpen) {
      isOpen = true;
      socket.destroy();
      return;
    }
    const onward = connect(port, host);
    onward.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  });
  await once(gate.listen(0, '127.0.0.1'), 'listening');
  const address = gate.address() as { port: number };
  return { port: address.port, close: () => gate.close() };
}
