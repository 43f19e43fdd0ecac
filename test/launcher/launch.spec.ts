import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { findPublished } from '@app/local-postgres';
import pg from 'pg';
import { LaunchSite } from '../../apps/launcher/test/launched.js';

// Real processes: the launcher from `dist`, the embedded PostgreSQL, and replacements for API,
// worker and CLI.
let site: LaunchSite;
beforeAll(() => {
  site = new LaunchSite();
});
afterAll(() => site.close());

const run = (args: string[], env: Record<string, string> = {}) =>
  site.launch(args, { env, standIns: true });

/**
 * Returns the pids of everything that the launcher has started: the replacements' and PostgreSQL's.
 */
function pids(): Record<string, number> {
  const lines = fs.readFileSync(path.join(site.folder, 'pids'), 'utf8').trim().split('\n');
  const found = lines.map((line) => line.split(' ') as [string, string]);
  const server = path.join(site.folder, 'data/server.json');
  if (fs.existsSync(server)) {
    const { pid } = JSON.parse(fs.readFileSync(server, 'utf8')) as { pid: number };
    found.push(['postgres', String(pid)]);
  }
  return Object.fromEntries(found.map(([name, pid]) => [name, Number(pid)]));
}

/** Opens a session of the embedded database that computes for a while and looks at nothing else. */
async function keepBusy(ms: number): Promise<pg.Client> {
  const url = findPublished(path.join(site.folder, 'data'), 'database');
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const begun = once(client, 'notice');
  client
    .query(
      `DO $$ DECLARE ends timestamptz := clock_timestamp() + '${ms} ms';
       BEGIN RAISE NOTICE 'begun'; WHILE clock_timestamp() < ends LOOP END LOOP; END $$`,
    )
    .catch(() => undefined);
  await begun;
  return client;
}

function runs(pid: number | undefined): boolean {
  try {
    return process.kill(pid ?? 0, 0);
  } catch {
    return false;
  }
}

describe('start', () => {
  it('writes the keys to a file, serves, restarts what dies, and stops on Ctrl-C', async () => {
    const keysFile = path.join(site.folder, 'keys/first.json');
    const PUBLIC_URL = 'https://logs.example/botgauge';
    const launcher = run(['start'], { BOOTSTRAP_FILE: keysFile, PUBLIC_URL });
    await launcher.says('Press Ctrl-C');
    expect(launcher.output).toContain(`Botgauge is ready:  ${PUBLIC_URL}\n`);
    expect(JSON.parse(fs.readFileSync(keysFile, 'utf8'))).toEqual({
      base_url: PUBLIC_URL,
      website_id: 'ws_1',
      api_key: 'api_secret',
      bot_key: 'bot_secret',
    });
    expect(fs.statSync(keysFile).mode & 0o777).toBe(0o600);
    expect(launcher.output).not.toContain('secret');

    const before = pids();
    process.kill(before['api']!, 'SIGKILL');
    await launcher.says('The API ended unexpectedly (signal SIGKILL); starting it again.');
    await launcher.until(() => pids()['api'] !== before['api']);

    const session = await keepBusy(3_000);
    process.kill(before['postgres']!, 'SIGKILL');
    await launcher.says('PostgreSQL ended unexpectedly; starting it again.');
    await launcher.until(() => (pids()['postgres'] ?? before['postgres']) !== before['postgres']);
    await session.end().catch(() => undefined);

    const after = pids();
    // npm and the terminal deliver one Ctrl-C twice.
    launcher.child.kill('SIGINT');
    launcher.child.kill('SIGINT');
    expect(await launcher.ended).toBe(0);
    expect(Object.values(after).filter(runs)).toEqual([]);
    expect(fs.existsSync(path.join(site.folder, 'data/server.json'))).toBe(false);
  });

  it('keeps everything else running when the worker dies again and again', async () => {
    const launcher = run(['start']);
    await launcher.says('Press Ctrl-C');
    const { api, postgres } = pids();
    for (let death = 1, killed = 0; death <= 5; death++) {
      await launcher.until(() => pids()['worker'] !== killed);
      killed = pids()['worker']!;
      process.kill(killed, 'SIGKILL');
      await launcher.says(
        death === 1
          ? 'The worker ended unexpectedly (signal SIGKILL); starting it again.'
          : `The worker ended unexpectedly (signal SIGKILL), ${death} times in a row; starting it again in ${2 ** (death - 1)} s.`,
      );
    }
    expect(pids()).toMatchObject({ api, postgres });
    expect([api, postgres].map(runs)).toEqual([true, true]);
    expect(await launcher.stop()).toBe(0);
  });

  it('tries again when PostgreSQL cannot be started at once', async () => {
    const launcher = run(['start']);
    await launcher.says('Press Ctrl-C');
    const before = pids();
    const settings = path.join(site.folder, 'data/postgres/data/postgresql.conf');
    const right = fs.readFileSync(settings);
    fs.appendFileSync(settings, "\nwork_mem = 'much'\n");
    process.kill(before['postgres']!, 'SIGKILL');
    await launcher.says('PostgreSQL cannot be started yet; trying again for a minute.');
    fs.writeFileSync(settings, right);
    await launcher.until(() => (pids()['postgres'] ?? before['postgres']) !== before['postgres']);
    expect(pids()).toMatchObject({ api: before['api'], worker: before['worker'] });
    expect(await launcher.stop()).toBe(0);
  });

  it('shows later how to create other keys, and leaves nothing when it is killed', async () => {
    const launcher = run(['start']);
    await launcher.says('Press Ctrl-C');
    expect(launcher.output).toContain('keys create --website ws_…');
    const started = pids();
    launcher.child.kill('SIGKILL');
    await launcher.ended;
    await launcher.until(() => !Object.values(started).some(runs));
  });

  it('stops when the process that started it is gone', async () => {
    const launcher = run(['start']);
    await launcher.says('Press Ctrl-C');
    launcher.child.disconnect();
    expect(await launcher.ended).toBe(0);
  });

  it('ends with status 1 and nothing running when the API does not start', async () => {
    const launcher = run(['start'], { STAND_IN_API_FAILS: 'yes' });
    expect(await launcher.ended).toBe(1);
    expect(launcher.output).toContain('Port 3000 is taken.\n');
    expect(launcher.output).toContain('The API did not start (exit status 1); its messages');
    expect(Object.values(pids()).filter(runs)).toEqual([]);
  });

  it('reports every fault of the configuration', async () => {
    const launcher = run(['start'], { PORT: 'x', HOST: 'y', LOG_LEVEL: 'z' });
    expect(await launcher.ended).toBe(1);
    expect(launcher.output).toContain('2 faults');
  });
});
