import { describeSender, type Receiver } from './describe-sender.js';
import { entryOfNginx } from './nginx-entry.js';
import { blocksOf, type Page, readPage, replaced } from './page.js';
import { type Program, run } from './program.js';
import { startNginx } from './start-nginx.js';
import { startSyslogNg } from './syslog-ng.js';

describeSender({
  page: 'syslog-ng',
  title: 'syslog-ng',
  programs: ['syslog-ng', 'nginx'],
  version: () => /^syslog-ng \d+ \((\S+?)\)/.exec(run('syslog-ng', ['--version']))?.[1] ?? '',
  debian12: '3.38.1',
  whenLeft: 'gives up',
  // syslog-ng follows the log of nginx.
  start: (folder, _, backend) => startNginx(folder, readPage('nginx'), backend),
  logs: entryOfNginx,
  delivery: { feed: 'lines', start: startSending },
});

/** Starts syslog-ng with the page's file. */
function startSending(folder: string, page: Page, log: string, to: Receiver): Program {
  const [own] = blocksOf(page.text, 'Send it').filter(({ language }) => language === 'syslog-ng');
  const configuration = replaced(own?.text ?? '', {
    '/var/log/nginx/botgauge.log': log,
    'https://logs.example.com': to.url,
    $BOT_KEY: to.botKey,
  });
  return startSyslogNg(folder, configuration);
}
