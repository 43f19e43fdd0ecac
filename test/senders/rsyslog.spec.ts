import { join } from 'node:path';
import type { Backend } from './backend.js';
import { describeSender, type Started } from './describe-sender.js';
import { entryOfNginx } from './nginx-entry.js';
import { block, type Page, readPage, replaced } from './page.js';
import { freePorts } from './program.js';
import { RSYSLOG, rsyslogVersion, startRsyslog } from './rsyslog.js';
import { startNginx } from './start-nginx.js';
import { untilReceiving } from './until-receiving.js';

describeSender({
  page: 'rsyslog',
  title: 'rsyslog',
  programs: [RSYSLOG, 'nginx'],
  version: rsyslogVersion,
  debian12: '8.2302.0',
  whenLeft: 'gives up',
  start,
  logs: entryOfNginx,
});

/** Starts rsyslog with the page's file, and nginx, which sends to it. */
async function start(folder: string, page: Page, backend: Backend): Promise<Started> {
  const [port = 0] = await freePorts(1);
  const log = join(folder, 'access.log');
  const rsyslog = startRsyslog(folder, {
    '10-botgauge.conf': replaced(block(page, 'rsyslog'), {
      'port="5514"': `port="${port}"`,
      '/var/log/botgauge-access.log': log,
    }),
  });
  await untilReceiving(rsyslog, port);
  // The file of nginx' page, with this page's line in place of its `access_log`.
  const line = replaced(block(page, 'nginx'), { '127.0.0.1:5514': `127.0.0.1:${port}` });
  const others = { [`access_log ${join(folder, 'botgauge.log')} botgauge;`]: line };
  const nginx = await startNginx(folder, readPage('nginx'), backend, { others });
  return {
    ports: nginx.ports.slice(0, 1),
    log,
    stop: async () => {
      await nginx.stop();
      await rsyslog.stop();
    },
  };
}
