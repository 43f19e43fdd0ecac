import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from './backend.js';
import type { Started } from './describe-sender.js';
import { block, type Page, replaced } from './page.js';
import { freePorts, run, startProgram, untilListening } from './program.js';

/** What else is in the configuration. */
interface More {
  modules?: string;
  http?: string;
  /** Other texts in place of some of the page's file. */
  others?: Record<string, string>;
}

/**
 * Starts nginx with the main file of Debian's shape: the page's file is read within `http`, beside an
 * `access_log` of the usual log. The second server has an `access_log` of its own.
 */
export async function startNginx(
  folder: string,
  page: Page,
  backend: Backend,
  { modules = '', http = '', others = {} }: More = {},
): Promise<Started> {
  const [one = 0, two = 0] = await freePorts(2);
  const log = join(folder, 'botgauge.log');
  const paths = { '/var/log/nginx/botgauge.log': log };
  mkdirSync(join(folder, 'conf.d'));
  writeFileSync(
    join(folder, 'conf.d/botgauge.conf'),
    replaced(block(page, 'nginx'), { ...paths, ...others }),
  );
  const server = (port: number, lines: string) => `
    server {
      listen 127.0.0.1:${port} default_server;
      listen [::1]:${port} default_server;
      server_name shop.example;
      ${lines}
      location / { proxy_pass http://127.0.0.1:${backend.port}; }
    }`;
  const ownLog = `access_log usual.log;\n${replaced(block(page, 'nginx', 1), paths)}`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `${modules}
    daemon off;
    worker_processes 2;
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log;
    events {}
    http {
      access_log ${folder}/usual.log;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join('\n')}
      ${http}
      include ${folder}/conf.d/*.conf;
      ${server(one, '')}
      ${server(two, ownLog)}
    }`,
  );
  const args = ['-c', file, '-p', folder, '-e', join(folder, 'error.log')];
  run('nginx', ['-t', ...args]);
  const nginx = startProgram('nginx', args);
  await untilListening(nginx, one, two);
  return { ports: [one, two], log, stop: () => nginx.stop() };
}
