import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { NEW_DECLARED_BOTS_PER_HOUR } from '@app/contracts';
import { AddressListStore } from '@app/storage';
import {
  aLogEntryInput,
  CHROME,
  createTestDatabase,
  GPTBOT,
  type TestDatabase,
} from '@app/testing';
import { ADDRESS_LISTS, BUNDLED_LISTS, provedTime } from '@app/verification';
import { currentLists } from '../../../../test/support/current-lists.js';
import { PACKED_LOGS, PACKED_TEXT } from '../../test/packed-logs.js';
import { runCommand } from '../../test/run-command.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'botgauge-dry-run-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const line = (path: string, agent: string, day = 17) =>
  `192.0.2.7 - - [${day}/May/2025:10:05:03 +0000] "GET ${path} HTTP/1.1" 200 5 "-" "${agent}"\n`;

function log(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
const dryRun = (...args: string[]) => runCommand(['import', '--dry-run', ...args]);

describe('import --dry-run', () => {
  it('reports what the service would count, without server, key or website', async () => {
    const first = log(
      'first.log',
      line('/a?x', GPTBOT) +
        line('/a?y', CHROME) +
        line('/b', 'curl/8') +
        line('/b', '-') +
        'bad\n',
    );
    const second = log('second.log', line('/a', GPTBOT, 19));
    const { status, stdout, stderr } = await dryRun(first, second);
    expect(status).toBe(0);
    expect(stdout).toContain('Visits from 2025-05-17 to 2025-05-19 (UTC)');
    expect(stdout).toMatch(
      /All visits +5\n +Visits of browsers +1 .*\n +Bots +4 .*\n +of them AI bots +2 /,
    );
    expect(stdout).toMatch(/GPTBot +OpenAI +ai_training +2 +50\.0 % +1 /);
    expect(stdout).toMatch(/\/a +2 +1 +66\.7 % +0\n +\/b +2 +0 +100\.0 % +0\n/);
    expect(stdout).toMatch(/\n5 entries, 1 rejected, 6 lines in [^\n]*\n$/);
    expect(stderr).toContain(`${first}:5 has no time like`);
  });

  it('prints one document with --json, and nothing else', async () => {
    const path = log('json.log', line('/a', GPTBOT).replace('" 200 5', '" 404 5') + 'bad\n');
    const { stdout, stderr } = await dryRun('--json', path);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      entries: 1,
      rejected: 1,
      logs: [{ name: path, format: 'combined', first_rejects: [{ line: 2, text: 'bad' }] }],
      summary: { total_visits: 1, ai_bot_visits: 1 },
      bots: [{ name: 'GPTBot', visits: 1, pages_visited: 1 }],
      pages: [{ path: '/a', bot_visits: 1, human_visits: 0, error_visits: 1 }],
    });
  });

  it('judges requests as the service would, unless BEHAVIOUR says that nobody does', async () => {
    const refused = (path: string) => line(path, CHROME).replace('" 200 5', '" 404 5');
    const path = log('scan.log', refused('/.env') + refused('/wp-login.php') + line('/a', CHROME));
    const browsers = async (env: Record<string, string>) => {
      const { stdout } = await runCommand(['import', '--dry-run', path], { env });
      const visits = /Visits of browsers +(\d)/.exec(stdout)?.[1];
      return { visits, more: stdout.includes('may find automation') };
    };
    expect(await browsers({})).toEqual({ visits: '1', more: true });
    expect(await browsers({ BEHAVIOUR: 'entry' })).toEqual({ visits: '1', more: false });
    expect(await browsers({ BEHAVIOUR: 'off' })).toEqual({ visits: '3', more: false });
  });

  it('names an agent by its signature agent, as the service would', async () => {
    const visits = ['"https://chatgpt.com"', undefined].map((signature_agent, i) => ({
      timestamp: `2025-05-17T10:00:0${i}Z`,
      method: 'GET',
      host: 'example.com',
      path: '/',
      status_code: 200,
      ip: '',
      user_agent: CHROME,
      signature_agent,
    }));
    const path = log('signed.log', visits.map((visit) => `${JSON.stringify(visit)}\n`).join(''));
    expect(JSON.parse((await dryRun('--json', path)).stdout)).toMatchObject({
      summary: { human_visits: 1, ai_bot_visits: 1 },
      bots: [{ name: 'ChatGPT agent', visits: 1 }],
    });
  });

  it('has the names that bots give themselves, from their third visit on', async () => {
    const zorglub = 'Mozilla/5.0 (compatible; Zorglub/1.0; +https://www.zorglub.dev/bot)';
    const lines = [
      ...[line('/a', zorglub), line('/b', zorglub), line('/b', 'zorglub/2')],
      ...[line('/b', 'Quibble/0.1'), line('/c', 'Quibble/0.2'), line('/c', 'Fnord/0.1')],
    ];
    const path = log('declared.log', lines.join(''));
    expect(JSON.parse((await dryRun('--json', path)).stdout)).toMatchObject({
      summary: { bot_visits: 6 },
      bots: [
        {
          ...{ name: 'Unidentified bot', visits: 3, pages_visited: 2, declared: false },
          ...{ unverifiable_visits: 3, verification: 'not checkable' },
        },
        {
          ...{
            name: 'Zorglub',
            provider: 'zorglub.dev',
            visits: 3,
            pages_visited: 2,
            declared: true,
          },
          ...{ unverifiable_visits: 3 },
        },
      ],
    });
    const { stdout } = await dryRun(path);
    expect(stdout).toMatch(/\n {2}Zorglub \* +zorglub\.dev +unidentified +3 /);
  });

  it('has AI bots that name themselves from their first visit on, up to the bound of new names', async () => {
    const named = Array.from({ length: NEW_DECLARED_BOTS_PER_HOUR - 1 }, (_, i) => {
      const letters = [...String(i).padStart(3, '0')].map((digit) =>
        'bdfghjklmn'.charAt(Number(digit)),
      );
      return `Quibble-${letters.join('o')}`;
    });
    const agents = ['Zorglub-AI/1.0', ...named, 'Fnord-AI/1.0'];
    const path = log('declared-ai.log', agents.map((agent) => line('/a', agent)).join(''));
    expect(JSON.parse((await dryRun('--json', path)).stdout)).toMatchObject({
      summary: { bot_visits: agents.length, ai_bot_visits: 1 },
      bots: [
        { name: 'Unidentified bot', visits: agents.length - 1 },
        { name: 'Zorglub-AI', category: 'ai_unidentified', visits: 1, declared: true },
      ],
    });
  });

  it('counts skipped records by reason, apart from rejects', async () => {
    const record = {
      EdgeStartTimestamp: '2026-03-01T10:00:00Z',
      ClientRequestURI: '/a',
      EdgeResponseStatus: 200,
      ClientRequestUserAgent: GPTBOT,
    };
    const subrequest = { ...record, WorkerSubrequest: true };
    const lines = [record, [record, subrequest], subrequest, { content: 'tests' }, {}];
    const path = log('push.ndjson', lines.map((one) => `${JSON.stringify(one)}\n`).join('\n'));
    const { stdout, stderr } = await dryRun(path);
    expect(stderr).toContain('Cloudflare Logpush http_requests');
    expect(stdout).toContain(
      '2 entries, 1 rejected, 3 skipped (2 subrequest, 1 validation), 9 lines in',
    );
    const skipped = { subrequest: 2, validation: 1 };
    const document = JSON.parse((await dryRun('--json', path)).stdout) as object;
    expect(document).toMatchObject({ skipped, logs: [{ format: 'cloudflare', skipped }] });
  });

  it('says whose addresses are verified, spoofed and unverifiable', async () => {
    const list = BUNDLED_LISTS.find(({ id }) => id === 'gptbot');
    const own = list?.prefixes.find((prefix) => prefix.endsWith('/24'))?.replace(/0\/24$/, '7');
    const fetched = Date.parse(list?.fetchedAt ?? '');
    const from = (ip: string | undefined, path: string, daysBefore = 1) =>
      aLogEntryInput({
        ...{ ip, path, user_agent: GPTBOT },
        timestamp: new Date(fetched - daysBefore * 86_400_000).toISOString(),
      });
    const entries = [
      ...[from(own, '/a'), from(own, '/a', 900), from('198.51.100.9', '/a')],
      ...[from('198.51.100.200', '/b'), from('2001:db8:1:2::3', '/c')],
      // A masked address, an old visit, and no address.
      ...[from('198.51.100.0', '/a'), from('198.51.100.9', '/a', 900), from('unknown', '/a')],
      aLogEntryInput({ user_agent: CHROME }),
    ];
    const path = log('addresses.ndjson', entries.map((one) => JSON.stringify(one)).join('\n'));
    const document = JSON.parse((await dryRun('--json', path)).stdout) as object;
    const counts = { verified_visits: 2, spoofed_visits: 3, unverifiable_visits: 3 };
    expect(document).toMatchObject({
      summary: counts,
      bots: [{ name: 'GPTBot', ...counts, verification: 'mixed' }],
      spoofed: [
        { name: 'GPTBot', network: '198.51.100.0/24', visits: 2, pages_visited: 2 },
        { name: 'GPTBot', network: '2001:db8:1::/48', visits: 1, pages_visited: 1 },
      ],
    });
    const { stdout } = await dryRun(path);
    expect(stdout).toMatch(/verified by address +2 .*\n +spoofed +3 .*\n +unverifiable +3 /);
    expect(stdout).toMatch(/GPTBot +198\.51\.100\.0\/24 +2 +2 /);
    expect(stdout).toMatch(/Addresses were compared with the lists of this release \(\d{4}-/);
  });

  describe('of visits of today', () => {
    let database: TestDatabase;
    beforeAll(async () => (database = await createTestDatabase()));
    afterAll(() => database.drop());

    const today = () => {
      const visit = { ip: '198.51.100.9', user_agent: GPTBOT, timestamp: Date.now() };
      return log('today.ndjson', JSON.stringify(aLogEntryInput(visit)));
    };
    const judged = async (env: Record<string, string>, databaseUrl?: string) => {
      const around = { env, databaseUrl };
      const { stdout } = await runCommand(['import', '--dry-run', today()], around);
      const printed = await runCommand(['import', '--dry-run', '--json', today()], around);
      const { summary, address_lists } = JSON.parse(printed.stdout) as {
        summary: Record<string, number>;
        address_lists: Record<string, string | null>;
      };
      return { stdout, spoofed: summary.spoofed_visits, lists: address_lists };
    };

    it('says that nobody can be called spoofed by the lists of a release that is older', async () => {
      const { stdout, spoofed, lists } = await judged({});
      const until = lists.proves_spoofing_until!;
      expect(spoofed).toBe(Date.now() <= Date.parse(until) ? 1 : 0);
      expect(lists).toMatchObject({ source: 'bundled' });
      // The lists of other operators end earlier.
      const crawl = ADDRESS_LISTS.find(({ completeFor }) => completeFor.includes('ccbot'))!;
      const ofCrawl = provedTime(
        crawl,
        BUNDLED_LISTS.find(({ id }) => id === crawl.id)!,
      );
      expect(Date.parse(until)).toBeGreaterThanOrEqual(ofCrawl.provesUntil);
      expect(Date.parse(lists.proves_spoofing_from!)).toBeLessThanOrEqual(ofCrawl.provesFrom);
      expect(stdout).toContain('no service was started here: a service that runs elsewhere has');
      expect(stdout).toMatch(
        new RegExp(
          `\\nBy these lists, no visit before .* or after ${until.slice(0, 10)} can be called`,
        ),
      );
    });

    it('compares addresses with what workers have fetched', async () => {
      const store = new AddressListStore(database.pool);
      for (const { id } of ADDRESS_LISTS.filter(({ sources }) => sources.length > 0)) {
        const prefixes = BUNDLED_LISTS.find((list) => list.id === id)?.prefixes ?? ['20.99.0.0/24'];
        await store.keep(id, { prefixes: [...prefixes], etags: {} }, 3600);
      }
      const { stdout, spoofed, lists } = await judged({}, database.url);
      expect(spoofed).toBe(1);
      expect(lists).toMatchObject({
        source: 'refresh',
        newest: expect.stringContaining(new Date().toISOString().slice(0, 10)) as string,
      });
      expect(stdout).toContain('Addresses were compared with the lists that the service uses (');
      // The setting says not to look there.
      expect((await judged({ VERIFY_LISTS: 'bundled' }, database.url)).lists).toMatchObject({
        source: 'bundled',
      });
    });

    it('takes the lists of the release, and says so, where the database does not answer', async () => {
      const { stdout, lists } = await judged({}, 'postgres://nobody@127.0.0.1:1/none');
      expect(lists).toMatchObject({ source: 'bundled' });
      expect(stdout).toContain('Addresses were compared with the lists of this release (');
      expect(stdout).toContain('The database at 127.0.0.1:1 does not answer (ECONNREFUSED)');
    });

    it('compares with the files of a folder, or with nothing', async () => {
      const folder = currentLists();
      const { stdout, spoofed, lists } = await judged({ VERIFY_LISTS: folder });
      expect({ spoofed, source: lists.source }).toEqual({ spoofed: 1, source: 'folder' });
      expect(stdout).toContain(`the lists of this release and of ${folder} (`);
      const off = await judged({ VERIFY_LISTS: 'off' });
      expect(off.lists).toMatchObject({ source: 'off', oldest: null });
      expect(off.spoofed).toBe(0);
      expect(off.stdout).toContain('VERIFY_LISTS=off: addresses were compared with no list.');
    });
  });

  it('calls nobody spoofed in the log of the demo, which is later than the lists', async () => {
    const { stdout } = await dryRun('--json', 'apps/launcher/demo/sample-log.ndjson');
    const { bots } = JSON.parse(stdout) as { bots: { name: string; verification: string }[] };
    const words = Object.fromEntries(bots.map(({ name, verification }) => [name, verification]));
    expect(words).toMatchObject({
      ...{ GPTBot: 'verified', Bingbot: 'mostly', ClaudeBot: 'verified', CCBot: 'not checkable' },
    });
  });

  it('warns of a log without user agents', async () => {
    const path = log('common.log', line('/a', '').replace(' "-" ""', ''));
    const { stdout, stderr } = await dryRun(path);
    expect(stderr).toContain('Apache or nginx common');
    expect(stderr).toContain('1 of 1 entries have no user agent');
    expect(stdout).toContain('1 entry, 0 rejected');
  });

  it.each(PACKED_LOGS)('reads %s, also from standard input', async (_kind, packed) => {
    const path = log('packed', packed);
    for (const [args, input] of [
      [[path], []],
      [['-'], [packed]],
    ] as const) {
      const { status, stdout } = await runCommand(['import', '--dry-run', ...args], {
        input: [...input],
      });
      expect([status, stdout]).toEqual([0, expect.stringContaining('8 entries, 0 rejected')]);
    }
  });

  it('reads what PowerShell has written', async () => {
    const path = log('utf16.log', Buffer.from(`\ufeff${PACKED_TEXT}`, 'utf16le'));
    expect((await dryRun(path)).stdout).toContain('8 entries, 0 rejected, 8 lines');
  });

  it('counts what can be read of a log whose end is missing, and fails', async () => {
    const whole = gzipSync(line('/a', GPTBOT).repeat(3));
    const paths = [log('cut.gz', whole.subarray(0, -9)), log('whole.log', line('/b', GPTBOT))];
    const { status, stdout, stderr } = await dryRun(...paths);
    expect(status).toBe(1);
    expect(stdout).toMatch(/\n[34] entries, 0 rejected/);
    expect(stderr).toMatch(
      /cut\.gz ends early: the end of the compressed file is missing\. The [23] entries before that were read\. Run the same command/,
    );
    const document = JSON.parse((await dryRun('--json', ...paths)).stdout) as object;
    expect(document).toMatchObject({ logs: [{ ends_early: true }, { ends_early: false }] });
  });

  it('says of a log that has nothing before its missing end that nothing was read', async () => {
    const { status, stderr } = await dryRun(log('cut.gz', gzipSync('a').subarray(0, 12)));
    expect(status).toBe(1);
    expect(stderr).toContain('The 0 entries before that were read.');
  });

  it('warns of what a log lacks, and reads lines of two formats', async () => {
    const combined = line('/a', 'like Gecko) Chrome/142.0.0.0 Safari/537.36');
    const caddy = {
      ts: 1747476303,
      status: 200,
      request: { uri: '/b', method: 'GET', remote_ip: '192.0.2.9' },
    };
    const path = log('two.log', combined.repeat(6) + `${JSON.stringify(caddy)}\n`);
    const { stdout, stderr } = await dryRun(path);
    expect(stdout).toContain('7 entries, 0 rejected');
    expect(stderr).toContain('6 of 7 entries have a user agent that begins with "like Gecko"');
    expect(stderr).toContain('6 of Apache or nginx combined, 1 of Caddy JSON or console.');
    const document = JSON.parse((await dryRun('--json', path)).stdout) as object;
    expect(document).toMatchObject({
      logs: [{ warnings: [{ warning: 'cut_agents' }, { warning: 'several_formats' }] }],
    });
    expect((await dryRun('--format', 'combined', path)).stdout).toContain('6 entries, 1 rejected');
  });

  it('reads standard input, and an endless line in little memory', async () => {
    const chunk = Buffer.alloc(1 << 20, 'x');
    const input = [Buffer.from(line('/a', GPTBOT)), ...Array.from({ length: 40 }, () => chunk)];
    input.push(Buffer.from(`\n${line('/b', GPTBOT)}`));
    const { stdout, stderr } = await runCommand(['import', '--dry-run', '-'], { input });
    expect(stderr).toContain('standard input:2 is longer than 1024 KiB');
    expect(stdout).toContain('2 entries, 1 rejected, 3 lines');
  });

  it('prints only the result with --quiet', async () => {
    const { stdout, stderr } = await dryRun('--quiet', log('quiet.log', line('/a', 'a') + 'bad\n'));
    expect(stderr).toBe('');
    expect(stdout).toContain('1 entry, 1 rejected');
  });
});
