import { join } from 'node:path';
import type { Backend } from './backend.js';
import { describeSender, type Started } from './describe-sender.js';
import { entryOfNginx, startNginx } from './nginx-log.js';
import { block, type Page, replaced } from './page.js';
import { freePorts } from './program.js';
import { RSYSLOG, rsyslogVersion, startRsyslog, untilReceiving } from './rsyslog.js';

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
  const address = { 'server=127.0.0.1:5514': `server=127.0.0.1:${port}` };
  const nginx = await startNginx(folder, replaced(block(page, 'nginx'), address), backend);
  return {
    ports: [nginx.port],
    log,
    stop: async () => {
      await nginx.program.stop();
      await rsyslog.stop();
    },
  };
}
