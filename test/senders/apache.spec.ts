import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from './backend.js';
import { describeSender, type Started } from './describe-sender.js';
import { block, type Page, replaced } from './page.js';
import { freePorts, run, startProgram, untilListening } from './program.js';

describeSender({
  page: 'apache',
  title: 'Apache',
  programs: ['apache2'],
  version: () => /Apache\/(\S+)/.exec(run('apache2', ['-v']))?.[1] ?? '',
  debian12: '2.4.71',
  whenLeft: 'waits for the answer',
  start,
  // Apache logs the type without its parameters. A visitor who went away has the status of the answer.
  logs: (entry) => ({ ...entry, content_type: entry.content_type?.split(';')[0] }),
});

const MODULES = '/usr/lib/apache2/modules';
const LOADED = ['mpm_event', 'authz_core', 'proxy', 'proxy_http'];

/** Starts Apache with two hosts, of which the second one has a log of its own. */
async function start(folder: string, page: Page, backend: Backend): Promise<Started> {
  const [one = 0, two = 0] = await freePorts(2);
  const log = join(folder, 'botgauge.log');
  const host = (port: number, lines: string) => `
    <VirtualHost 127.0.0.1:${port} [::1]:${port}>
      ServerName shop.example
      ProxyPass / http://127.0.0.1:${backend.port}/ nocanon
      ${lines}
    </VirtualHost>`;
  const file = join(folder, 'apache2.conf');
  writeFileSync(
    file,
    `ServerRoot ${folder}
    ServerName shop.example
    PidFile ${folder}/apache2.pid
    DefaultRuntimeDir ${folder}
    ErrorLog ${folder}/error.log
    User www-data
    Group www-data
    ${LOADED.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
    ${[one, two].map((port) => `Listen 127.0.0.1:${port}\nListen [::1]:${port}`).join('\n')}
    ${replaced(block(page, 'apache'), { '/var/log/apache2/botgauge.log': log })}
    ${host(one, '')}
    ${host(two, `CustomLog ${folder}/usual.log "%h %l %u %t \\"%r\\" %>s %b"`)}`,
  );
  run('apache2', ['-t', '-f', file]);
  const apache = startProgram('apache2', ['-D', 'FOREGROUND', '-f', file]);
  await untilListening(apache, one, two);
  return { ports: [one, two], log, stop: () => apache.stop() };
}
