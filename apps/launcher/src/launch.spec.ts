import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// Real processes: the launcher from `dist`, the embedded PostgreSQL, and stand-ins for API, worker
// and CLI.
const PROGRAM = path.join(__dirname, '../test/launch.mjs');
let base: string;
const launched: ChildProcess[] = [];

beforeAll(() => {
  base = fs.mkdtempSync(path.join(os.tmpdir(), 'launcher '));
});

afterAll(() => {
  for (const child of launched) child.kill('SIGKILL');
  fs.rmSync(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

class Launched {
  output = '';
  readonly ended: Promise<number | null>;

  constructor(readonly child: ChildProcess) {
    launched.push(child);
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    // Ended pipes show that nothing it started is left holding them.
    const pipes = [child.stdout!, child.stderr!].map((stream) => once(stream, 'end'));
    this.ended = once(child, 'exit').then(async ([status]) => {
      await Promise.all(pipes);
      return status as number | null;
    });
  }

  async until(condition: () => boolean): Promise<void> {
    for (let tries = 0; !condition(); tries++) {
      if (tries > 400) throw new Error(`It did not come to that within 20 s:\n${this.output}`);
      await sleep(50);
    }
  }

  says(text: string): Promise<void> {
    return this.until(() => this.output.includes(text));
  }
}

function run(args: string[], env: Record<string, string> = {}): Launched {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      TMPDIR: base,
      DATA_DIR: path.join(base, 'data'),
      STAND_IN_PIDS: path.join(base, 'pids'),
      PORT: '0',
      ...env,
    },
  });
  return new Launched(child);
}

/** Pids of everything the launcher has started: the stand-ins' and PostgreSQL's. */
function pids(): Record<string, number> {
  const lines = fs.readFileSync(path.join(base, 'pids'), 'utf8').trim().split('\n');
  const found = lines.map((line) => line.split(' ') as [string, string]);
  const server = path.join(base, 'data/server.json');
  if (fs.existsSync(server)) {
    const { pid } = JSON.parse(fs.readFileSync(server, 'utf8')) as { pid: number };
    found.push(['postgres', String(pid)]);
  }
  return Object.fromEntries(found.map(([name, pid]) => [name, Number(pid)]));
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
    const keysFile = path.join(base, 'keys/first.json');
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

    process.kill(before['postgres']!, 'SIGKILL');
    await launcher.says('PostgreSQL ended unexpectedly; starting it again.');
    await launcher.until(() => (pids()['postgres'] ?? before['postgres']) !== before['postgres']);

    const after = pids();
    // npm and the terminal deliver one Ctrl-C twice.
    launcher.child.kill('SIGINT');
    launcher.child.kill('SIGINT');
    expect(await launcher.ended).toBe(0);
    expect(Object.values(after).filter(runs)).toEqual([]);
    expect(fs.existsSync(path.join(base, 'data/server.json'))).toBe(false);
  });

  it('shows how to make other keys later, and leaves nothing when it is killed', async () => {
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
    expect(launcher.output).toContain('The API did not start (exit status 1); what it said');
    expect(Object.values(pids()).filter(runs)).toEqual([]);
  });

  it('reports every fault of the configuration', async () => {
    const launcher = run(['start'], { PORT: 'x', HOST: 'y', LOG_LEVEL: 'z' });
    expect(await launcher.ended).toBe(1);
    expect(launcher.output).toContain('2 faults');
  });
});

describe('demo', () => {
  const entry = (time: string) => JSON.stringify({ timestamp: time, status_code: 200 });
  const write = (name: string, lines: string[]) => {
    const file = path.join(base, name);
    fs.writeFileSync(file, lines.join('\n'));
    return file;
  };

  it('sends a log over HTTP and prints its reports', async () => {
    const lines = Array.from({ length: 2500 }, (_, n) =>
      entry(`2026-10-0${1 + (n % 3)}T10:00:00Z`),
    );
    const demo = run(['demo', write('good.ndjson', lines)]);
    expect(await demo.ended).toBe(0);
    expect(demo.output).toContain('Visits from 2026-10-01 to 2026-10-03 (UTC)');
    expect(demo.output).toMatch(/All visits\s+2,500/);
    expect(demo.output).not.toContain('\u001b');
    expect(fs.readdirSync(base).filter((name) => name.startsWith('botgauge-demo'))).toEqual([]);
  });

  it.each([
    ['is no JSON', '{"timestamp"', /Line 3 is not JSON/],
    ['the API refuses', '{"timestamp":1790000000000}', /line 3\.status_code must be an integer/],
  ])('names the line that %s', async (_, line, message) => {
    const demo = run(['demo', write('bad.ndjson', [entry('2026-10-01'), '', line])]);
    expect(await demo.ended).toBe(1);
    expect(demo.output).toMatch(message);
    expect(fs.readdirSync(base).filter((name) => name.startsWith('botgauge-demo'))).toEqual([]);
  });

  it('says so when the file is missing', async () => {
    const demo = run(['demo', path.join(base, 'missing.ndjson')]);
    expect(await demo.ended).toBe(1);
    expect(demo.output).toMatch(/missing\.ndjson cannot be read/);
  });
});
