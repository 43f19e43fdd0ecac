import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from './backend.js';
import { describeSender, type Started } from './describe-sender.js';
import { block, type Page, replaced } from './page.js';
import { freePorts, run, startProgram, untilListening } from './program.js';

describeSender({
  page: 'caddy',
  title: 'Caddy',
  programs: ['caddy'],
  version: () => /\d[\d.]*/.exec(run('caddy', ['version']))?.[0] ?? '',
  debian12: '2.6.2',
  whenLeft: 'gives up',
  start,
  logs: (entry, { goesAway }) => ({
    ...entry,
    // Nothing was answered to a visitor who went away.
    ...(goesAway && { status_code: 0, content_type: undefined }),
  }),
});

/** Starts Caddy with two websites that share the log. */
async function start(folder: string, page: Page, backend: Backend): Promise<Started> {
  const [one = 0, two = 0] = await freePorts(2);
  const log = join(folder, 'botgauge.log');
  const logged = replaced(block(page, 'caddyfile'), { '/var/log/caddy/botgauge.log': log });
  const site = (port: number) => `http://:${port} {
    bind 127.0.0.1 [::1]
    ${logged}
    reverse_proxy 127.0.0.1:${backend.port}
  }`;
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n  admin off\n}\n${site(one)}\n${site(two)}\n`);
  const home = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  run('caddy', ['validate', '--config', file], home);
  const caddy = startProgram('caddy', ['run', '--config', file], home);
  await untilListening(caddy, one, two);
  return { ports: [one, two], log, stop: () => caddy.stop() };
}
