import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CHROME, GPTBOT } from '@app/testing';
import { createWebsite, startSystemOn, type System } from '../support/system-on-queue.js';
import { line, lines, Operator, wrapped } from './importing.js';

let system: System;
let operator: Operator;
beforeAll(async () => {
  system = await startSystemOn('postgres', { flavour: 'plain' });
});
afterAll(() => system.stop());
beforeEach(async () => {
  operator = new Operator(system, await system.createTenant());
});
afterEach(() => operator.close());

describe('a log', () => {
  it('is imported once, with the state or without it', async () => {
    const log = operator.write('access.log', `${lines(2_500)}no log line\n${line('/last')}`);
    await operator.expectSummary('2,501 entries, 1 rejected, 2,502 lines in', log);
    await operator.expectSummary('0 entries, 0 rejected, 2,502 lines imported before', log);
    await operator.expectVisits(2_501);
    operator.forget();
    await operator.expectSummary('2,501 entries, 1 rejected', log);
    await operator.expectVisits(2_501);
  });

  it('ends with the address at which the page shows its days', async () => {
    const log = operator.write('access.log', lines(3));
    const id = operator.tenant.website.public_id;
    const days = 'start_date=2025-05-17&end_date=2025-05-17';
    const { stderr } = await operator.expectSummary('3 entries', '--website', id, log);
    expect(stderr).toMatch(
      new RegExp(`\nSee it in your browser:  ${system.base}/\\?website=${id}&${days}\n$`),
    );
    const more = operator.write('more.log', lines(4));
    const named = { PUBLIC_URL: 'https://logs.example/botgauge' };
    expect((await operator.run([more], named)).stderr).toContain(
      `https://logs.example/botgauge/?${days}\n`,
    );
    expect((await operator.run([more])).stderr).not.toContain('browser');
    for (const [args, env] of [
      [['--quiet'], {}],
      [['--json'], {}],
      [[], { DASHBOARD: 'false' }],
    ] as const) {
      operator.forget();
      const { status, stderr: said } = await operator.run([...args, more], env);
      expect([args, status, said]).toEqual([args, 0, expect.not.stringContaining('browser')]);
    }
  });

  it('is recognised under another name, zipped, and on standard input', async () => {
    const content = lines(1_200);
    const log = operator.write('access.log', content);
    await operator.expectSummary('1,200 entries', log);
    renameSync(log, `${log}.1`);
    const again = '0 entries, 0 rejected, 1,200 lines imported before';
    await operator.expectSummary(again, `${log}.1`);
    await operator.expectSummary(again, operator.write('access.log.2.gz', gzipSync(content)));
    for (const input of [Buffer.from(content), gzipSync(content)]) {
      expect((await operator.run(['-'], {}, input)).stdout).toContain(again);
    }
    await operator.expectVisits(1_200);
  });

  it('of Caddy tells which visits with the user agent of a browser are those of an agent', async () => {
    const headers = { 'User-Agent': [CHROME] };
    const requests = [{ ...headers, 'Signature-Agent': ['"https://chatgpt.com"'] }, headers];
    const records = requests.map((sent, i) => ({
      ts: 1747476303 + i,
      request: { method: 'GET', host: 'example.com', uri: `/${i}`, headers: sent },
      status: 200,
    }));
    const content = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    await operator.expectSummary('2 entries, 0 rejected', operator.write('caddy.log', content));
    await operator.expectVisits(2);
    const { rows } = await system.database.pool.query(
      `SELECT slug FROM visit_entries JOIN bots ON bots.id = bot_id WHERE website_id = $1
       ORDER BY time`,
      [operator.tenant.website.id],
    );
    expect(rows).toEqual([{ slug: 'chatgpt-agent' }, { slug: 'human' }]);
  });

  it('that has grown is imported from where it ended before', async () => {
    const log = operator.write('access.log', lines(700));
    await operator.expectSummary('700 entries', log);
    appendFileSync(log, lines(800, '/more'));
    await operator.expectSummary('800 entries, 0 rejected, 700 lines imported before', log);
    appendFileSync(log, line('/one'));
    await operator.expectSummary('1 entry, 0 rejected, 1,500 lines imported before', log);
    await operator.expectVisits(1_501);
  });

  it('whose last line was being written counts that line once', async () => {
    const [whole, cut] = [line('/whole'), line('/cut')];
    const log = operator.write('access.log', lines(3) + whole.slice(0, -1));
    await operator.expectSummary('4 entries, 0 rejected', log);
    appendFileSync(log, ` 1.234\n${cut.slice(0, -9)}`);
    const outcome = await operator.expectSummary('0 entries, 1 rejected', log);
    expect(outcome.stderr).toContain('access.log:5 has a user agent without closing quote');
    appendFileSync(log, cut.slice(-9) + line('/after'));
    await operator.expectSummary('2 entries, 0 rejected, 4 lines imported before', log);
    await operator.expectSummary('0 entries, 0 rejected, 6 lines imported before', log);
    await operator.expectVisits(6);
  });

  it('that starts like another one is imported separately', async () => {
    await operator.expectSummary('3 entries', operator.write('a', lines(3)));
    await operator.expectSummary(
      '3 entries',
      operator.write('b', line('/l/0') + lines(2, '/other')),
    );
    await operator.expectVisits(6, 5);
  });

  it('that continues differently after the same start is another log', async () => {
    const start = lines(1_000);
    await operator.expectSummary('1,500 entries', operator.write('a', start + lines(500, '/a')));
    await operator.expectSummary('1,500 entries', operator.write('b', start + lines(500, '/b')));
    // The same batch is at the same place of both, so it counts once.
    await operator.expectVisits(2_000);
  });

  it('of directives, comments and empty lines is not a fault', async () => {
    await operator.expectSummary('0 entries, 0 rejected, 0 lines', operator.write('empty', ''));
    await operator.expectSummary(
      '0 entries, 0 rejected',
      operator.write('new', '#Version: 1.0\n\n'),
    );
    const w3c =
      '#Software: IIS\n#Fields: date time c-ip cs-method cs-uri-stem sc-status cs(User-Agent)\n';
    const rows = (count: number, from: number) =>
      Array.from(
        { length: count },
        (_, i) => `2025-05-17 10:00:00 192.0.2.7 GET /w/${from + i} 200 Mozilla/5.0+(x)\n`,
      ).join('');
    const log = operator.write('w3c', w3c + rows(1_500, 0));
    await operator.expectSummary('1,500 entries', log);
    // The fields are named above the part that was imported before.
    appendFileSync(log, rows(10, 1_500));
    await operator.expectSummary('10 entries, 0 rejected', log);
    await operator.expectVisits(1_510);
  });
});

describe('kill -9 half-way, twice, and resumed: every record counts exactly once', () => {
  const accepted = () => {
    const state = join(operator.folder, 'state');
    if (!existsSync(state)) return 0;
    const names = readdirSync(state, { recursive: true }).map(String);
    const record = names.find((name) => name.endsWith('.json'));
    if (record === undefined) return 0;
    return (JSON.parse(readFileSync(join(state, record), 'utf8')) as { entries: number }).entries;
  };
  const killTwice = async (log: string) => {
    for (const enough of [5_000, 11_000]) {
      await operator.runAndKill([log], async () => accepted() >= enough);
      expect(accepted()).toBeLessThan(24_000);
    }
    const outcome = await operator.run([log]);
    expect(outcome.status).toBe(0);
    expect(accepted()).toBe(24_000);
    await operator.expectVisits(24_000);
    return outcome.stdout;
  };

  it('of a record a line', async () => {
    const log = operator.write('access.log', `${lines(24_000)}no log line\n`);
    expect(await killTwice(log)).toMatch(/, 1 rejected, \d\d,000 lines imported before, /);
  });

  it('of many records a line', async () => {
    // Neither 5,000 nor 11,000 entries end with a line.
    const whole = Array.from({ length: 10 }, (_, i) => wrapped(2_400, i * 2_400));
    const log = operator.write('front-door.json', whole.join(''));
    expect(await killTwice(log)).toMatch(/, 0 rejected, [\d,]+ skipped \([\d,]+ shield_copy\), /);
  });
});

describe('a line of many records', () => {
  it('is imported once, with the state or without it', async () => {
    const log = operator.write('front-door.json', wrapped(2_500));
    await operator.expectSummary('2,500 entries, 0 rejected, 250 skipped (250 shield_copy)', log);
    await operator.expectSummary('0 entries, 0 rejected, 1 lines imported before', log);
    operator.forget();
    await operator.expectSummary('2,500 entries', log);
    appendFileSync(log, wrapped(1_100, 2_500));
    await operator.expectSummary('1,100 entries, 0 rejected', log);
    await operator.expectVisits(3_600);
  });

  it('without a line feed is imported when it is whole', async () => {
    const [line, next] = [wrapped(2_500).trimEnd(), wrapped(10, 2_500)];
    const log = operator.write('front-door.json', line.slice(0, -1));
    const outcome = await operator.run(['--format', 'azure-front-door', log]);
    expect(outcome.stdout).toContain('0 entries, 1 rejected');
    appendFileSync(log, line.slice(-1));
    await operator.expectSummary('2,500 entries, 0 rejected', log);
    appendFileSync(log, `\n${next}`);
    await operator.expectSummary('10 entries, 0 rejected', log);
    await operator.expectVisits(2_510);
  });

  it('shows and keeps single records that are rejected', async () => {
    const bad = JSON.stringify({ category: 'FrontDoorAccessLog', properties: { a: 'bad' } });
    const log = operator.write('front-door.json', wrapped(3).replace('[', `[${bad},`));
    const rejects = join(operator.folder, 'rejects');
    await operator.expectSummary('3 entries, 1 rejected', log, '--rejects', rejects);
    expect(readFileSync(rejects, 'utf8')).toBe(
      `# ${log}:1 has no \`properties.requestUri\`\n${bad}\n`,
    );
  });
});

it('columns that the log does not name are named once', async () => {
  const row = (path: string) => `1747476303.145\t192.0.2.7\t${path}\t200\t${GPTBOT}\n`;
  const log = operator.write('realtime.tsv', row('/a') + row('/b'));
  const fields = 'timestamp,c-ip,cs-uri-stem,sc-status,cs-user-agent';
  const unnamed = await operator.run(['--format', 'cloudfront-realtime', log]);
  expect(unnamed.stderr).toContain('has 5 columns where all 40 are expected: name its columns');
  await operator.expectSummary('2 entries, 0 rejected', '--fields', fields, log);
  appendFileSync(log, row('/c'));
  await operator.expectSummary('1 entry, 0 rejected, 2 lines imported before', log);
  await operator.expectVisits(3);
});

describe('rejects', () => {
  it('are shown with their numbers and kept in a file that can be imported', async () => {
    const bad = Array.from({ length: 12 }, (_, i) => `bad ${i} \u001b[31m\n`).join('');
    const log = operator.write('access.log', line('/a') + bad + line('/b'));
    const rejects = join(operator.folder, 'rejects.log');
    const { stderr } = await operator.expectSummary(
      '2 entries, 12 rejected',
      log,
      '--rejects',
      rejects,
    );
    expect(stderr).toContain(
      'access.log:2 has no time like [17/May/2015:10:05:03 +0000]: bad 0 \ufffd[31m',
    );
    expect(stderr).toContain('… and 2 more');
    const kept = readFileSync(rejects, 'utf8');
    expect(kept.match(/^bad \d+ \u001b\[31m$/gm)).toHaveLength(12);
    expect(kept).toContain(':13 has no time');
    const corrected = operator.write('corrected', kept.replace(/^bad 0.*$/m, line('/c').trimEnd()));
    await operator.expectSummary('1 entry, 11 rejected, 24 lines', corrected);
    await operator.expectVisits(3);
  });

  it('are kept by default', async () => {
    const log = operator.write('access.log', `${line('/a')}bad\n`);
    const { stderr } = await operator.expectSummary('1 entry, 1 rejected', log);
    const [, path = ''] = /All rejects are in (.*)\n/.exec(stderr) ?? [];
    expect(readFileSync(path, 'utf8')).toBe(
      `# ${log}:2 has no time like [17/May/2015:10:05:03 +0000]\nbad\n`,
    );
  });

  it('are not kept with --no-rejects', async () => {
    const log = operator.write('access.log', `${line('/a')}bad\n`);
    const { stderr } = await operator.expectSummary('1 entry, 1 rejected', log, '--no-rejects');
    expect(stderr).toContain('access.log:2 has no time like');
    expect(stderr).not.toContain('All rejects are in');
    const state = readdirSync(join(operator.folder, 'state'), { recursive: true }).map(String);
    expect(state.filter((name) => name.includes('rejects'))).toEqual([]);
  });

  it('of the service do not affect other entries', async () => {
    const base = await system.startApi({ RAW_RETENTION_DAYS: '30' });
    const strict = new Operator(system, operator.tenant, base);
    const old = lines(30, '/old');
    const today = new Date().toISOString();
    const fresh = (i: number) =>
      `{"timestamp":"${today}","method":"GET","host":"","path":"/new/${i}","status_code":200,"ip":"","user_agent":"a"}\n`;
    const json = old
      .trimEnd()
      .split('\n')
      .map((_, i) => fresh(i) + fresh(i + 1_000).replace(today, '2025-01-01T00:00:00Z'));
    const log = strict.write('entries.ndjson', json.join(''));
    const { stderr } = await strict.expectSummary('30 entries, 30 rejected', log);
    expect(stderr).toContain(
      'entries.ndjson:2 has a timestamp that must not be more than 30 days ago',
    );
    await strict.expectSummary('0 entries, 0 rejected, 60 lines imported before', log);
    strict.forget();
    await strict.expectSummary('30 entries, 30 rejected', log);
    await strict.expectVisits(30);
    strict.close();
  });

  it('alone are a failure, and the run is not remembered', async () => {
    const log = operator.write('access.log', lines(2));
    const outcome = await operator.run(['--format', 'json', log]);
    expect(outcome).toMatchObject({ status: 1, stdout: expect.stringContaining('2 rejected') });
    expect(outcome.stderr).toContain('No line could be imported');
    await operator.expectSummary('2 entries, 0 rejected, 2 lines in', log);
    const unknown = await operator.run([operator.write('text', 'a\nb\n')]);
    expect(unknown).toMatchObject({ status: 1, stdout: '' });
    expect(unknown.stderr).toContain('is not recognised: none of its first 2 lines is a log entry');
  });
});

describe('the website', () => {
  it('named by its id gets the lines without host, and is checked', async () => {
    const { account, apiKey, website } = operator.tenant;
    const second = await createWebsite(system.accounts, account, 'second.example');
    const log = operator.write(
      'log',
      line('/a') + line('/b', 'example.com') + line('/c', 'x.test'),
    );
    const env = { BOTGAUGE_API_KEY: apiKey };
    const outcome = await operator.run(['--website', second.public_id, log], env);
    expect(outcome.stdout).toContain('3 entries');
    expect(outcome.stderr).toContain(
      '1 entry names x.test, which is no website of yours: it counts for example.com, the website of the key.',
    );
    await operator.expectVisits(1, 1, second);
    await operator.expectVisits(2, 2, website);
    const wrong = await operator.run(['--website', 'ws_nobody', log], env);
    expect(wrong).toMatchObject({ status: 1, stdout: '' });
    expect(wrong.stderr).toContain(
      `has no website ws_nobody. It has: ${website.public_id} (example.com), ${second.public_id} (second.example)`,
    );
    expect((await operator.run(['--website', 'shop.example', log])).status).toBe(2);
  });

  it('is that of the key when it cannot be looked up, and the import says so', async () => {
    const log = operator.write('log', line('/a'));
    const { public_id } = operator.tenant.website;
    const { stderr } = await operator.expectSummary('1 entry', '--website', public_id, log);
    expect(stderr).toContain(`Whether that is ${public_id} is not checked: set BOTGAUGE_API_KEY`);
    await operator.expectVisits(1);
  });

  it('is reported with its days', async () => {
    const log = operator.write('log', line('/a') + line('/b').replace('17/May', '19/May'));
    const outcome = await operator.run(['--json', log]);
    const period = { start: '2025-05-17', end: '2025-05-19' };
    expect(JSON.parse(outcome.stdout)).toMatchObject({ entries: 2, period });
    const again = await operator.run(['--json', log]);
    expect(JSON.parse(again.stdout)).toMatchObject({ entries: 0, period: null });
  });

  it('that got the entries is led to, and hosts that are no website are named', async () => {
    const { account, apiKey, website } = operator.tenant;
    const { public_id: own } = website;
    const second = await createWebsite(system.accounts, account, 'second.example');
    const days = 'start_date=2025-05-17&end_date=2025-05-17';
    const link = (id: string) => `${system.base}/?website=${id}&${days}`;
    const hosted = (host: string, count: number) =>
      Array.from({ length: count }, (_, i) => line(`/${i}`, host)).join('');
    const log = operator.write('log', hosted('www.second.example', 3));
    const run = (...options: string[]) =>
      operator.run(['--website', own, ...options, log], { BOTGAUGE_API_KEY: apiKey });
    const outcome = await run();
    expect(outcome.stderr).toMatch(/combined\nSee it in your browser: {2}/);
    expect(outcome.stderr).toContain(`browser:  ${link(second.public_id)}\n`);

    // Only what this run sends is told, and the log has grown.
    appendFileSync(log, hosted('my-shop.example', 2) + hosted('Second.example:80', 1));
    const grown = await run();
    const command = `websites create --account ${account.public_id} --domain my-shop.example`;
    expect(grown.stderr.split('\n').slice(-6)).toEqual([
      '2 entries name my-shop.example, which is no website of yours: they count for example.com, the website of the key.',
      `Add it with: npm run --silent botgauge -- ${command}`,
      'See it in your browser:',
      `  example.com, 2 entries:  ${link(own)}`,
      `  second.example, 1 entry:  ${link(second.public_id)}`,
      '',
    ]);
    await operator.expectVisits(4, 3, second);
    await operator.expectVisits(2, 2, website);
    expect((await run()).stderr).not.toMatch(/name|browser/);
    operator.forget();
    const { stdout } = await run('--json');
    expect(JSON.parse(stdout)).toMatchObject({
      hosts: [
        { host: 'www.second.example', entries: 3, website: second.public_id, is_website: true },
        { host: 'my-shop.example', entries: 2, website: own, is_website: false },
        { host: 'second.example', entries: 1, website: second.public_id, is_website: true },
      ],
      more_hosts: 0,
      websites: [
        { website: second.public_id, domain: 'second.example', entries: 4 },
        { website: own, domain: 'example.com', entries: 2 },
      ],
    });
    operator.forget();
    expect((await run('--quiet')).stderr).toBe('');
  });

  it('of a host is claimed for nobody without an API Key of the same account', async () => {
    const other = await system.createTenant();
    const log = operator.write('log', line('/a', 'x.test') + line('/b'));
    const ends: [Record<string, string>, string][] = [
      [{}, 'set BOTGAUGE_API_KEY to see it.'],
      [
        { BOTGAUGE_API_KEY: other.apiKey },
        'BOTGAUGE_API_KEY and BOTGAUGE_BOT_KEY are of different accounts.',
      ],
      [
        { BOTGAUGE_API_KEY: 'api_wrong' },
        `The API at ${system.base} does not accept the key (401).`,
      ],
    ];
    for (const [env, end] of ends) {
      const { status, stderr } = await operator.run([log], env);
      expect(status).toBe(0);
      expect(stderr).toContain(
        `\nThe entries name the host x.test (1). For which websites they count is not known: ${end}\nSee it`,
      );
      operator.forget();
    }
  });

  it('can be reached by a host', async () => {
    const second = await createWebsite(system.accounts, operator.tenant.account, 'b.example');
    const log = operator.write('log', line('/a'));
    await operator.expectSummary('1 entry', '--host', 'B.example', log);
    await operator.expectVisits(1, 1, second);
  });
});

describe('a failure', () => {
  it.each([
    [
      { BOTGAUGE_BOT_KEY: '' },
      'BOTGAUGE_BOT_KEY is not set: make a key with `npm run --silent botgauge -- keys create',
    ],
    [{ BOTGAUGE_BOT_KEY: 'api_x' }, 'BOTGAUGE_BOT_KEY is no Bot Tracking Key (bot_…)'],
    [
      { BOTGAUGE_BOT_KEY: 'bot_x' },
      ' does not accept the key (401): correct BOTGAUGE_BOT_KEY, or make a key',
    ],
    [{ BOTGAUGE_URL: 'nowhere' }, 'BOTGAUGE_URL must be an address like https://'],
    [{ IMPORT_STATE_DIR: '/dev/null/x' }, 'set IMPORT_STATE_DIR to a permanent folder'],
    [{ BOTGAUGE_URL: 'http://127.0.0.1:2' }, 'has taken nothing for 1 s (ECONNREFUSED): start it'],
  ])('%j', async (env, message) => {
    const log = operator.write('log', line('/a'));
    const outcome = await operator.run(['--patience', '1', log], env as Record<string, string>);
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).toContain(message);
    expect(outcome.stderr).not.toContain(operator.tenant.botKey);
  });

  it.each([
    ['nowhere.log', 'nowhere.log cannot be read (ENOENT): check the file and its name.'],
    ['.', '. is a folder: name the files in it.'],
  ])('there is no log %s', async (name, message) => {
    const outcome = await operator.run([operator.write('log', line('/a')), name]);
    expect(outcome).toEqual({ status: 1, stdout: '', stderr: `${message}\n` });
  });

  it('a damaged gzip is reported, and the part before it is imported once', async () => {
    const zipped = gzipSync(lines(5_000));
    const damaged = Buffer.from(zipped);
    // The checksum of all that was packed.
    damaged.writeUInt32LE(0, zipped.length - 8);
    const outcome = await operator.run([operator.write('log.gz', damaged)]);
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toContain('log.gz is damaged (Z_DATA_ERROR)');
    await operator.expectSummary('entries, 0 rejected', operator.write('log.gz', zipped));
    await operator.expectVisits(5_000);
  });

  it('a gzip that ends early is imported as far as it goes, and then the rest of it', async () => {
    const zipped = gzipSync(lines(5_000));
    for (const part of [0.3, 0.3, 0.2, 0.7]) {
      const log = operator.write('log.gz', zipped.subarray(0, zipped.length * part));
      const outcome = await operator.run([log, operator.write('other.log', line('/other'))]);
      expect(outcome.status).toBe(1);
      expect(outcome.stderr).toMatch(/log\.gz ends early: .* [\d,]+ (entry|entries) before that/);
      expect(outcome.stdout).toContain('other.log: Apache or nginx combined');
    }
    await operator.expectSummary('entries, 0 rejected', operator.write('log.gz', zipped));
    await operator.expectVisits(5_001);
  });

  it('a gzip of a few lines may end at any byte, and no line counts twice', async () => {
    const zipped = gzipSync(lines(5));
    for (let end = 0; end < zipped.length; end++)
      await operator.run([operator.write('log.gz', zipped.subarray(0, end))]);
    await operator.run([operator.write('log.gz', zipped)]);
    await operator.expectVisits(5);
  });
});

const data = process.env.BOTGAUGE_TEST_DATA;
const withData = data === undefined ? describe.skip : describe;
const reason = data === undefined ? ' (skipped: BOTGAUGE_TEST_DATA names no folder)' : '';
withData(`10,000 real lines of 2015${reason}`, () => {
  const log = join(data ?? '', 'logs', 'apache-combined-2015.log');

  it('are 9,999 entries and one reject, and nothing new the second time', async () => {
    const { stderr } = await operator.expectSummary('9,999 entries, 1 rejected, 10,000 lines', log);
    expect(stderr).toContain('Apache or nginx combined');
    expect(stderr).toContain('.log:8899 has a user agent without closing quote');
    await operator.expectSummary('0 entries, 0 rejected, 10,000 lines imported before', log);
    const { rows } = await system.database.pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM visit_entries WHERE website_id = $1',
      [operator.tenant.website.id],
    );
    expect(rows[0]?.n).toBeLessThanOrEqual(9_999);
    await system.untilVisits(operator.tenant.website, 9_999);
  });

  it('are reported without server and key', async () => {
    const outcome = await operator.run(['--dry-run', log], { BOTGAUGE_BOT_KEY: '' });
    expect(outcome.status).toBe(0);
    expect(outcome.stdout).toMatch(/All visits +9,999\n/);
    expect(outcome.stdout).toMatch(/\n9,999 entries, 1 rejected, [^\n]*\n$/);
  });
});
