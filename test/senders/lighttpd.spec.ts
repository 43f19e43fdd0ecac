import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from './backend.js';
import { describeSender, type Started } from './describe-sender.js';
import { block, type Page, replaced } from './page.js';
import { freePorts, run, startProgram, untilListening } from './program.js';

describeSender({
  page: 'lighttpd',
  title: 'lighttpd',
  programs: ['lighttpd'],
  version: () => /lighttpd\/(\S+)/.exec(run('lighttpd', ['-v']))?.[1] ?? '',
  debian12: '1.4.69',
  whenLeft: 'waits for the answer',
  start,
  // lighttpd refuses a control character in a path, and asks the server behind it for another path
  // than one with dots.
  sends: (request) => ({ ...request, target: request.target.replace('%2e%2e/x%01y', 'x') }),
});

/** Starts lighttpd with the main file of Debian's package and the page's file, and a server behind it. */
async function start(folder: string, page: Page, backend: Backend): Promise<Started> {
  const [port = 0] = await freePorts(1);
  const log = join(folder, 'botgauge.log');
  const enabled = join(folder, 'conf-enabled');
  mkdirSync(enabled);
  const own = replaced(block(page, 'lighttpd'), { '/var/log/lighttpd/botgauge.log': log });
  writeFileSync(join(enabled, '12-botgauge.conf'), own);
  const file = join(folder, 'lighttpd.conf');
  const main = replaced(readFileSync('/etc/lighttpd/lighttpd.conf', 'utf8'), {
    '= "/var/www/html"': `= "${folder}"`,
    '"/var/cache/lighttpd/uploads"': `"${folder}"`,
    '/var/log/lighttpd/error.log': join(folder, 'error.log'),
    '/run/lighttpd.pid': join(folder, 'lighttpd.pid'),
    '/etc/lighttpd/conf-enabled': enabled,
    'server.username             = "www-data"\n': '',
    'server.groupname            = "www-data"\n': '',
    '= 80\n': `= ${port}\nserver.bind = "127.0.0.1"\n`,
    'include_shell "/usr/share/lighttpd/use-ipv6.pl " + server.port': `$SERVER["socket"] == "[::1]:${port}" {}`,
  });
  const proxy = `( "" => ( ( "host" => "127.0.0.1", "port" => ${backend.port} ) ) )`;
  writeFileSync(file, `${main}\nserver.modules += ( "mod_proxy" )\nproxy.server = ${proxy}\n`);
  run('lighttpd', ['-tt', '-f', file]);
  const lighttpd = startProgram('lighttpd', ['-D', '-f', file]);
  await untilListening(lighttpd, port);
  return { ports: [port], log, stop: () => lighttpd.stop() };
}
