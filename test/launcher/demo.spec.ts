import fs from 'node:fs';
import path from 'node:path';
import { CHROME, GPTBOT } from '@app/testing';
import { LaunchSite } from '../../apps/launcher/test/launched.js';

// Real launches from `dist`. Database, API, worker and CLI are also real, unless a test says
// otherwise.
let site: LaunchSite;
beforeAll(() => {
  site = new LaunchSite();
});
afterAll(() => site.close());

const demo = (name: string, content: string) => site.launch(['demo', site.write(name, content)]);

const leftBehind = () =>
  fs.readdirSync(site.folder).filter((name) => name.startsWith('botgauge-demo'));

const line = (day: number, path: string) =>
  `192.0.2.7 - - [0${day}/Oct/2026:10:05:03 +0000] "GET ${path} HTTP/1.1" 200 5 "-" "${GPTBOT}"\n`;

const ofBrowser = (visitor: number, path: string, referer: string) =>
  `203.0.113.${visitor} - - [02/Oct/2026:10:05:03 +0000] "GET ${path} HTTP/2.0" 200 5 "${referer}" "${CHROME}"\n`;

describe('demo', () => {
  it('imports a log of any format, waits until it shows, and reports it', async () => {
    const lines = Array.from({ length: 2_500 }, (_, i) => line(1 + (i % 3), `/${i % 7}`));
    const run = demo('access.log', `${lines.join('')}bad\u001b[31m\n`);
    expect(await run.ended).toBe(0);
    expect(run.output).toContain('access.log: Apache or nginx combined');
    expect(run.output).toContain('access.log:2501 has no time like');
    expect(run.output).toContain('2,500 entries, 1 rejected, 2,501 lines in ');
    expect(run.output).toContain('example.com: visits from 2026-10-01 to 2026-10-03 (UTC)');
    expect(run.output).toMatch(/All visits\s+2,500/);
    expect(run.output).toMatch(/GPTBot +OpenAI +ai_training +2,500 +100\.0 % +7\b/);
    expect(run.output).toMatch(/[\d,]+ entries\/s accepted \(\d+\.\d s\)\n/);
    expect(run.output).toMatch(/[\d,]+ entries\/s until visible in the reports \(\d+\.\d s\)\n$/);
    expect(run.output).not.toContain('\u001b');
    expect(leftBehind()).toEqual([]);
  });

  it('counts pages only, and waits until visitors are judged by the files that they load', async () => {
    const page = ['/', '/style.css', '/app.js', '/logo.png'];
    const visitors = [1, 2, 3, 4].flatMap((visitor) =>
      page.map((path) => ofBrowser(visitor, path, path === '/' ? '-' : 'https://example.com/')),
    );
    const program = ['/', '/a', '/b', '/c', '/d'].map((path) => ofBrowser(5, path, '-'));
    const run = demo('files.log', [...visitors, ...program].join(''));
    expect(await run.ended).toBe(0);
    expect(run.output).toContain('21 entries, 0 rejected, 21 lines in ');
    expect(run.output).toMatch(/All visits\s+9\n/);
    expect(run.output).toMatch(/People\s+4 /);
    expect(run.output).toMatch(/undeclared automation\s+5 /);
  });

  it('leaves the service up with the log until Ctrl-C, if it is asked to', async () => {
    const file = site.write('kept.log', line(1, '/kept'));
    // What belongs to the user's own service means nothing here.
    const env = { PUBLIC_URL: 'https://logs.example', PORT: '1' };
    const run = site.launch(['demo', '--keep', file], { env });
    await run.says('Press Ctrl-C to stop it.');
    const [, base] = /stays up with this log: +(\S+)\n/.exec(run.output) ?? [];
    const [, website] = /Website example\.com: +(\S+)\n/.exec(run.output) ?? [];
    const [, key = ''] = /API key: +(\S+)\n/.exec(run.output) ?? [];
    expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const shown = `${base}/?start_date=2026-10-01&end_date=2026-10-01#sign-in=`;
    const [, code] = run.output.split(shown);
    const signedIn = await fetch(`${base}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: `${base}` },
      body: JSON.stringify({ code: code?.split('\n')[0] }),
    });
    expect(signedIn.status).toBe(201);
    const pages = `${base}/api/v1/websites/${website}/pages?start_date=2026-10-01`;
    const answer = await fetch(pages, { headers: { 'x-api-key': key } });
    expect(await answer.json()).toMatchObject({ data: { pages: [{ path: '/kept' }] } });
    expect(await run.stop()).toBe(0);
    expect(run.output).toMatch(/\nStopping…\n$/);
    await expect(fetch(pages)).rejects.toThrow();
    expect(leftBehind()).toEqual([]);
  });

  it('takes one file and no other option', async () => {
    for (const args of [['--kept'], ['a', 'b'], ['--keep', 'a', 'b']]) {
      const run = site.launch(['demo', ...args]);
      expect(await run.ended).toBe(2);
      expect(run.output).toContain('demo [--keep] [FILE]');
    }
  });

  it('tells why a log cannot be shown, and leaves nothing behind', async () => {
    const run = demo('text', 'a\nb\n');
    expect(await run.ended).toBe(1);
    expect(run.output).toContain('is not recognised: none of its first 2 lines is a log entry');
    expect(run.output).toContain('The command import failed');
    expect(leftBehind()).toEqual([]);
  });

  it('tells that there is no entry', async () => {
    const run = site.launch(['demo', site.write('empty', '# nothing\n')], { standIns: true });
    expect(await run.ended).toBe(1);
    expect(run.output).toContain('There is no log entry in ');
    expect(leftBehind()).toEqual([]);
  });

  it.each([
    ['', 'bundled'],
    ['off', 'off'],
  ])('asks no operator for lists, with VERIFY_LISTS=%s', async (asked, lists) => {
    const file = path.join(site.folder, 'lists');
    const env = { VERIFY_LISTS: asked, STAND_IN_LISTS: file };
    const run = site.launch(['demo', site.write('empty', '')], { env, standIns: true });
    await run.ended;
    expect(fs.readFileSync(file, 'utf8')).toBe(lists);
  });

  it('tells at once that the file is missing', async () => {
    const run = site.launch(['demo', 'missing.ndjson']);
    expect(await run.ended).toBe(1);
    expect(run.output).toMatch(/missing\.ndjson cannot be read/);
    expect(run.output).not.toContain('Starting');
  });
});
