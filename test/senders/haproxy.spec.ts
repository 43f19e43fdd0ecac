import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from './backend.js';
import { describeSender, type Sender, type Started } from './describe-sender.js';
import { block, type Page, replaced } from './page.js';
import { freePorts, run, startProgram, untilListening } from './program.js';
import { RSYSLOG, startRsyslog, untilReceiving } from './rsyslog.js';

/** The files of Debian's package. */
const CONFIGURATION = '/etc/haproxy/haproxy.cfg';
const RULE = '/etc/rsyslog.d/49-haproxy.conf';

const HAPROXY: Omit<Sender, 'start'> = {
  page: 'haproxy',
  title: 'HAProxy',
  programs: ['haproxy', RSYSLOG],
  version: () => /version (\d+\.\d+\.\d+)/.exec(run('haproxy', ['-v']))?.[1] ?? '',
  debian12: '2.6.12',
  whenLeft: 'waits for the answer',
  // HAProxy logs the last of several lines of a header.
  sends: (request) => {
    const { lines } = request.forwarded;
    const last = lines.at(-1);
    return lines.length > 1 && last !== undefined
      ? { ...request, forwarded: { lines, ip: last } }
      : request;
  },
  logs: ({ content_type: _, ...entry }) => entry,
};

describeSender({
  ...HAPROXY,
  start: (folder, page, backend) =>
    // Its log must not depend on the zone of the machine.
    startBoth(folder, page, backend, (lines) => ({ lines, zone: 'America/New_York' })),
});

describe('With `option httplog` in place of a format of its own, and in UTC', () => {
  describeSender({
    ...HAPROXY,
    start: (folder, page, backend) =>
      // The defaults of Debian have the option.
      startBoth(folder, page, backend, (lines) => ({
        lines: lines.replace(/^log-format .*\n/m, ''),
        zone: 'UTC',
      })),
  });
});

/** Starts rsyslog and HAProxy with the files of Debian's package, changed as the page says. */
async function startBoth(
  folder: string,
  page: Page,
  backend: Backend,
  change: (lines: string) => { lines: string; zone: string },
): Promise<Started> {
  const { lines, zone } = change(block(page, 'haproxy', 1));
  const [port = 0, syslog = 0] = await freePorts(2);
  const log = join(folder, 'haproxy.log');
  const syslogPort = { 'port="5514"': `port="${syslog}"` };
  const rsyslog = startRsyslog(folder, {
    '10-botgauge.conf': replaced(block(page, 'rsyslog'), syslogPort),
    '49-haproxy.conf': replaced(readFileSync(RULE, 'utf8'), {
      '/var/log/haproxy.log': log,
      '/var/lib/haproxy/dev/log': join(folder, 'socket'),
    }),
  });
  await untilReceiving(rsyslog, syslog);
  const global = replaced(block(page, 'haproxy'), { '127.0.0.1:5514': `127.0.0.1:${syslog}` });
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `${replaced(readFileSync(CONFIGURATION, 'utf8'), {
      '\tlog /dev/log\tlocal0\n': global,
      '\tlog /dev/log\tlocal1 notice\n': '',
      // What needs the machine of a whole Debian.
      '\tchroot /var/lib/haproxy\n': '',
      '\tstats socket /run/haproxy/admin.sock mode 660 level admin\n': '',
      '\tuser haproxy\n': '',
      '\tgroup haproxy\n': '',
      '\tdaemon\n': '',
    })}
frontend web
  bind 127.0.0.1:${port}
  bind [::1]:${port}
  default_backend app
${lines}
backend app
  server one 127.0.0.1:${backend.port}
`,
  );
  const env = { TZ: zone };
  run('haproxy', ['-c', '-f', file], env);
  const haproxy = startProgram('haproxy', ['-db', '-f', file], env);
  await untilListening(haproxy, port);
  return {
    ports: [port],
    log,
    stop: async () => {
      await haproxy.stop();
      await rsyslog.stop();
    },
  };
}
