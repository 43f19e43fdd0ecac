import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from './backend.js';
import { describeSender, type Receiver, type Started } from './describe-sender.js';
import { entryOfNginx, startNginx } from './nginx-log.js';
import { block, type Page, replaced } from './page.js';
import { type Program, run, startProgram } from './program.js';

describeSender({
  page: 'syslog-ng',
  title: 'syslog-ng',
  programs: ['syslog-ng', 'nginx'],
  version: () => /^syslog-ng \d+ \((\S+?)\)/.exec(run('syslog-ng', ['--version']))?.[1] ?? '',
  debian12: '3.38.1',
  whenLeft: 'gives up',
  start,
  logs: entryOfNginx,
  delivery: { feed: 'lines', start: startSyslogNg },
});

/** Starts nginx, whose log syslog-ng follows. */
async function start(folder: string, _page: Page, backend: Backend): Promise<Started> {
  const log = join(folder, 'botgauge.log');
  const { port, program } = await startNginx(folder, `access_log ${log} botgauge;`, backend);
  return { ports: [port], log, stop: () => program.stop() };
}

/** Starts syslog-ng with the page's file. */
function startSyslogNg(folder: string, page: Page, log: string, to: Receiver): Program {
  const own = replaced(block(page, 'syslog-ng'), {
    '/var/log/nginx/botgauge.log': log,
    'https://logs.example.com': to.url,
    $BOT_KEY: to.botKey,
  });
  const file = join(folder, 'syslog-ng.conf');
  writeFileSync(file, `@version: 3.38\n@include "scl.conf"\n${own}`);
  mkdirSync(join(folder, 'state'));
  const files = {
    '--cfgfile': file,
    '--persist-file': join(folder, 'state/persist'),
    '--pidfile': join(folder, 'pid'),
    '--control': join(folder, 'control'),
  };
  const args = Object.entries(files).map(([name, value]) => `${name}=${value}`);
  run('syslog-ng', ['--syntax-only', ...args]);
  return startProgram('syslog-ng', ['--foreground', '--stderr', '--no-caps', ...args]);
}
