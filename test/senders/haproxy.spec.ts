import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from './backend.js';
import { describeSender, type Started } from './describe-sender.js';
import { block, blocksOf, type Page, replaced } from './page.js';
import { freePorts, type Program, run, startProgram, untilListening } from './program.js';
import { RSYSLOG, startRsyslog } from './rsyslog.js';
import { startSyslogNg } from './syslog-ng.js';
import { untilReceiving } from './until-receiving.js';

/** The files of Debian's package. */
const CONFIGURATION = '/etc/haproxy/haproxy.cfg';
const RULE = '/etc/rsyslog.d/49-haproxy.conf';
const LOG = '/var/log/haproxy.log';

/** A syslog daemon between HAProxy and the log. */
interface Daemon {
  program: string;
  start(folder: string, page: Page, port: number, log: string): Program;
}

const rsyslog: Daemon = {
  program: RSYSLOG,
  start: (folder, page, port, log) =>
    startRsyslog(folder, {
      '10-botgauge.conf': replaced(block(page, 'rsyslog'), { 'port="5514"': `port="${port}"` }),
      '49-haproxy.conf': replaced(readFileSync(RULE, 'utf8'), {
        [LOG]: log,
        '/var/lib/haproxy/dev/log': join(folder, 'socket'),
      }),
    }),
};

const syslogNg: Daemon = {
  program: 'syslog-ng',
  start: (folder, page, port, log) => {
    const [own] = blocksOf(page.text, 'With syslog-ng in place of rsyslog');
    const others = { 'port(5514)': `port(${port})`, [LOG]: log };
    return startSyslogNg(folder, replaced(own?.text ?? '', others));
  },
};

/** What differs from the way that the page proposes. */
interface Way {
  daemon: Daemon;
  zone: string;
  /** Changes what the page adds to a frontend. */
  change?(lines: string): string;
}

// The log must not depend on the zone of the machine.
describeHaproxy({ daemon: rsyslog, zone: 'America/New_York' });
describe('With syslog-ng', () => {
  describeHaproxy({ daemon: syslogNg, zone: 'America/New_York' });
});
describe('With `option httplog`, which the defaults of Debian have, and in UTC', () => {
  const change = (lines: string) => lines.replace(/^log-format .*\n/m, '');
  describeHaproxy({ daemon: rsyslog, zone: 'UTC', change });
});

function describeHaproxy(way: Way): void {
  describeSender({
    page: 'haproxy',
    title: 'HAProxy',
    programs: ['haproxy', way.daemon.program],
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
    start: (folder, page, backend) => startBoth(folder, page, backend, way),
  });
}

/** Starts the daemon and HAProxy with the files of Debian's package, changed as the page says. */
async function startBoth(
  folder: string,
  page: Page,
  backend: Backend,
  { daemon, zone, change = (lines) => lines }: Way,
): Promise<Started> {
  const [port = 0, syslog = 0] = await freePorts(2);
  const log = join(folder, 'haproxy.log');
  const receiver = daemon.start(folder, page, syslog, log);
  await untilReceiving(receiver, syslog);
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
${change(block(page, 'haproxy', 1))}
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
      await receiver.stop();
    },
  };
}
