import { existsSync } from 'node:fs';
import { runShell } from '../../apps/cli/test/run-process.js';

const LINES = "head -c 20000000 < <(yes 'GPTBot/1.2')";

describe('the built command', () => {
  it('ends quietly when the reader of its output goes away', async () => {
    const outcome = await runShell(`$botgauge classify < <(${LINES}) | head -n 1`);
    expect(outcome).toEqual({ status: 0, stdout: expect.stringContaining('GPTBot'), stderr: '' });
  });

  it('ends quietly on input without end', async () => {
    const outcome = await runShell(`$botgauge classify < <(yes curl/8) | head -n 2`);
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
  });

  it('classifies 100,000 lines in order, without any setting', async () => {
    const outcome = await runShell('seq 1 100000 | $botgauge classify');
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    const lines = outcome.stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(100_000);
    expect(lines.every((line, n) => line.startsWith(`{"user_agent":"${n + 1}",`))).toBe(true);
  });

  it('names commands in the way in which it was called', async () => {
    const inClone = await runShell('$botgauge keys create --help');
    expect(inClone.stdout).toContain('Usage: npm run --silent botgauge -- keys create');
    expect(inClone.stdout).toContain('  npm run --silent botgauge -- keys create --kind bot');
    const link = 'folder=$(mktemp -d); trap "rm -r $folder" EXIT; ln -s $main $folder/botgauge;';
    const inImage = await runShell(`${link} $folder/botgauge keys create --help`);
    expect(inImage.stdout).toContain('Usage: botgauge keys create');
    expect(inImage.stdout).toContain('  botgauge keys create --kind bot');
    const message = await runShell(`${link} $folder/botgauge report --website ws_1`);
    expect(message.stderr).toContain('make a key with `botgauge keys create --kind api');
  });

  it('passes its exit status to the shell', async () => {
    expect((await runShell('$botgauge --help')).status).toBe(0);
    expect((await runShell('$botgauge nope')).status).toBe(2);
  });

  it.each([
    ['127.0.0.1:1', '127.0.0.1:1 does not answer (ECONNREFUSED): start it'],
    ['localhost:1', 'localhost:1 does not answer (ECONNREFUSED): start it'],
    ['no-such-host.invalid', 'no-such-host.invalid:5432 does not answer ('],
  ])(
    'reports that the database at %s does not answer, without its password',
    async (host, message) => {
      const DATABASE_URL = `postgres://user:hunter2@${host}/db`;
      const { status, stdout, stderr } = await runShell('$botgauge accounts list', {
        DATABASE_URL,
      });
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain(`The database at ${message}`);
      expect(stderr.split('\n')).toHaveLength(2);
      expect(stderr).not.toContain('hunter2');
    },
  );

  it('gives up migrating a database that does not come back', async () => {
    const env = {
      DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/db',
      STORES_TIMEOUT_SECONDS: '1',
    };
    const plain = await runShell('$botgauge migrate', env);
    expect(plain).toMatchObject({ status: 1, stdout: '' });
    expect(plain.stderr).toBe(
      'Waiting for the database at 127.0.0.1:1 …\n' +
        'The database at 127.0.0.1:1 does not answer (ECONNREFUSED): start it, or correct DATABASE_URL, then run the command again.\n',
    );
    const json = await runShell('$botgauge migrate --json', env);
    expect(JSON.parse(json.stderr)).toHaveProperty('error.message');
  });

  const onLinux = existsSync('/dev/full') ? it : it.skip;
  onLinux('says that the disk is full', async () => {
    const outcome = await runShell('echo x | $botgauge classify > /dev/full');
    expect(outcome).toMatchObject({ status: 1 });
    expect(outcome.stderr).toContain('could not be written (ENOSPC)');
  });
});
