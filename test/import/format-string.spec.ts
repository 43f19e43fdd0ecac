import { appendFileSync } from 'node:fs';
import { CHROME, GPTBOT } from '@app/testing';
import { runCommand } from '../../apps/cli/test/run-command.js';
import { startSystemOn, type System } from '../support/system-on-queue.js';
import { Operator } from './importing.js';

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

const FORMAT = String.raw`LogFormat "%{%F}t %{%T}t.%{msec_frac}t|%a|%m %U%q|%>s|%{User-Agent}i|%{Signature-Agent}i" own`;

/** Returns a line of that format, which no format of ours reads. */
const line = (path: string, agent = GPTBOT, signatureAgent = '-') =>
  `2025-05-17 10:05:03.250|192.0.2.7|GET ${path}|200|${agent}|${signatureAgent}\n`;
const lines = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, i) => line(`${prefix}/${i}?q`)).join('');

/** Returns what is stored of the visits of the website. */
async function stored() {
  const { rows } = await system.database.pool.query(
    `SELECT time, path, slug FROM visit_entries JOIN bots ON bots.id = bot_id
     WHERE website_id = $1 ORDER BY path`,
    [operator.tenant.website.id],
  );
  return rows as object[];
}

describe('import --format-string', () => {
  it('reads a log that no format of ours reads, with what tells agents and people apart', async () => {
    const content =
      line('/a?b=c') + line('/b', CHROME, '\\"https://chatgpt.com\\"') + line('/c', CHROME);
    const log = operator.write('own.log', content);
    const unnamed = await operator.run([log]);
    expect(unnamed).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('--format-string'),
    });
    const { stderr } = await operator.expectSummary('3 entries', '--format-string', FORMAT, log);
    expect(stderr).toContain("own.log: format string of Apache's LogFormat\n");
    await operator.expectVisits(3);
    const time = new Date('2025-05-17T10:05:03.250Z');
    expect(await stored()).toEqual([
      { time, path: '/a', slug: 'gptbot' },
      { time, path: '/b', slug: 'chatgpt-agent' },
      { time, path: '/c', slug: 'human' },
    ]);
  });

  it('is kept with the place in the log, so that a later run reads on in the same way', async () => {
    const log = operator.write('own.log', lines(1_200, '/first'));
    await operator.expectSummary('1,200 entries', '--format-string', FORMAT, log);
    appendFileSync(log, lines(30, '/later'));
    const again = await operator.expectSummary('30 entries, 0 rejected, 1,200 lines', log);
    expect(again.stderr).toContain("format string of Apache's LogFormat");
    await operator.expectVisits(1_230);
  });

  it('says of a line where it does not fit', async () => {
    const log = operator.write('own.log', line('/a') + line('/b').replace('|200|', '|no|'));
    const options = ['--format-string', FORMAT, log];
    const { stderr } = await operator.expectSummary('1 entry, 1 rejected', ...options);
    expect(stderr).toContain(
      'own.log:2 does not fit the format string: at %>s (7th directive) expected digits, found `aa|Aaaaaaa/9.9 AaaaaAaaA…`: ',
    );
  });

  it('is understood by a dry run, also in the languages of nginx and GoAccess', async () => {
    const nginx = operator.write(
      'nginx.log',
      `{"t":"2025-05-17T10:05:03+00:00","r":"GET /a HTTP/1.1","s":200,"u":"${GPTBOT}"}\n`,
    );
    const json = `log_format j escape=json '{"t":"$time_iso8601","r":"$request",' '"s":$status,"u":"$http_user_agent"}';`;
    const goaccess = operator.write('goaccess.log', `17.05.2025 10:05 /a ${GPTBOT}\n`);
    const german = ['%d %t %U %u', '--date-format', '%d.%m.%Y', '--time-format', '%H:%M'];
    const named = ['--format-syntax', 'goaccess'];
    for (const [log, options] of [
      [nginx, [json]],
      [goaccess, german],
      [goaccess, [...german, ...named]],
    ] as const) {
      const args = ['import', '--dry-run', '--json', '--format-string', ...options, log];
      const { status, stdout } = await runCommand(args);
      expect({ status, document: JSON.parse(stdout) as object }).toMatchObject({
        status: 0,
        document: {
          entries: 1,
          logs: [{ format: 'format-string' }],
          bots: [{ name: 'GPTBot', visits: 1 }],
          period: { start: '2025-05-17', end: '2025-05-17' },
        },
      });
    }
  });

  it.each([
    [['--format-string', '%h%l %t "%r"'], '%l at character 3 stands directly behind %h'],
    [['--format-string', '%h'], 'The format string lacks a time and a request or a path'],
    [['--format-string', '%h', '--format', 'combined'], 'cannot be used with option'],
    [
      ['--format-string', '%h', '--format-syntax', 'iis'],
      'Allowed choices are apache, nginx, goaccess',
    ],
    [['--date-format', '%F'], '--date-format belongs to a format string'],
    [['--format-syntax', 'nginx'], '--format-syntax belongs to a format string'],
  ])('is refused before anything is read: %j', async (options, message) => {
    const { env } = operator;
    for (const command of [['import', '--dry-run'], ['import'], ['ship']]) {
      const { status, stderr } = await runCommand([...command, ...options, 'no.log'], { env });
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
    }
  });
});

it('ship --format-string follows such a log', async () => {
  const { env } = operator;
  const input = [Buffer.from(lines(3, '/shipped'))];
  const args = ['ship', '--format-string', FORMAT, '-'];
  const { status, stdout, stderr } = await runCommand(args, { env, input });
  expect({ status, stdout }).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('3 entries'),
  });
  expect(stderr).toContain("standard input: format string of Apache's LogFormat");
  await operator.expectVisits(3);
});
