import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../test/run-command.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'botgauge-registry-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function aFile(name: string, rows: object[]): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(rows));
  return path;
}

const ROW = {
  id: 100_000,
  name: 'House crawler',
  provider: 'Example Ltd',
  category: 'ai_search',
  tokens: ['HouseCrawler'],
  examples: ['HouseCrawler/1.0'],
};

describe('registry check', () => {
  it('says what a good file does', async () => {
    const path = aFile('good.json', [ROW, { id: 101, category: 'seo' }]);
    const { status, stdout, stderr } = await runCommand(['registry', 'check', path]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      `${path}: 1 new row, 1 changed row of the registry.`,
      expect.stringMatching(/^Digest: [0-9a-f]{64}$/),
      expect.stringMatching(/^\d+ examples, all lead to their rows\.$/),
      '',
    ]);
  });

  it('takes the file of the setting when none is given, and asks for one without it', async () => {
    const env = { BOTS_FILE: aFile('setting.json', [ROW]) };
    const { status, stdout } = await runCommand(['registry', 'check', '--json'], { env });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      file: env.BOTS_FILE,
      added: [{ id: 100_000, name: 'House crawler' }],
      changed: [],
      examples: 1,
      wrong_examples: [],
    });
    const none = await runCommand(['registry', 'check']);
    expect(none.status).toBe(2);
    expect(none.stderr).toContain('Give the file to check, or set BOTS_FILE');
  });

  it('says what is wrong with a bad file', async () => {
    const path = aFile('bad.json', [{ ...ROW, tokens: ['GPTBot'] }]);
    const { status, stdout, stderr } = await runCommand(['registry', 'check', path]);
    expect(status).toBe(1);
    expect(stdout).toContain(`${path} has 1 fault:\n  row 1 (House crawler), tokens: "gptbot" is`);
    expect(stderr).toContain('would not start: correct');
  });

  it('says which examples do not lead to their rows', async () => {
    const path = aFile('examples.json', [{ ...ROW, examples: ['HouseCrawlers/1.0 (GPTBot)'] }]);
    const { status, stdout, stderr } = await runCommand(['registry', 'check', path]);
    expect(status).toBe(1);
    expect(stdout).toContain(
      '1 of 1 example do not lead to their rows:\n' +
        '  House crawler: "HouseCrawlers/1.0 (GPTBot)" is GPTBot (the name "GPTBot")',
    );
    expect(stderr).toContain('would start, but name these bots otherwise');
  });
});

describe('commands that classify', () => {
  it('know the rows of the file', async () => {
    const env = { BOTS_FILE: aFile('known.json', [ROW]) };
    const input = ['HouseCrawler/1.0\n'];
    const { stdout } = await runCommand(['classify', '--explain'], { env, input });
    expect(JSON.parse(stdout)).toMatchObject({ name: 'House crawler', kind: 'ai_bot' });
    const log = join(folder, 'access.log');
    writeFileSync(
      log,
      '192.0.2.7 - - [17/May/2025:10:05:03 +0000] "GET / HTTP/1.1" 200 5 "-" "HouseCrawler/1.0"\n',
    );
    const dryRun = await runCommand(['import', '--dry-run', log], { env });
    expect(dryRun.stdout).toMatch(/House crawler +Example Ltd +ai_search +1 /);
    const check = ['lists', 'check', '192.0.2.7', '--bot', 'house crawler'];
    const about = await runCommand(check, { env });
    expect(about.stdout).toContain('A visit by House crawler from there now is unverifiable');
  });

  it('say what is wrong with it', async () => {
    const env = { BOTS_FILE: join(folder, 'nowhere.json') };
    for (const command of [['classify'], ['import', '--dry-run', __filename]]) {
      const { status, stderr } = await runCommand(command, { env, input: ['a\n'] });
      expect(status).toBe(1);
      expect(stderr).toContain('nowhere.json: the file cannot be read (ENOENT)');
    }
  });
});
