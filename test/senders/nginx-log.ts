import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from './backend.js';
import type { Logged } from './expected.js';
import { block, readPage, replaced } from './page.js';
import { freePorts, type Program, run, startProgram, untilListening } from './program.js';
import type { SentRequest } from './requests.js';

/** nginx as the server whose log another program passes on. */
export interface NginxLog {
  port: number;
  program: Program;
}

/** Starts nginx with the format of its page, which logs by this line in place of the page's. */
export async function startNginx(
  folder: string,
  accessLog: string,
  backend: Backend,
): Promise<NginxLog> {
  const [port = 0] = await freePorts(1);
  const ownLine = 'access_log /var/log/nginx/botgauge.log botgauge;';
  const format = replaced(block(readPage('nginx'), 'nginx'), { [ownLine]: accessLog });
  const file = join(folder, 'nginx.conf');
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    file,
    `daemon off;
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log;
    events {}
    http {
      ${folders.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      ${format}
      server {
        listen 127.0.0.1:${port};
        listen [::1]:${port};
        server_name shop.example;
        location / { proxy_pass http://127.0.0.1:${backend.port}; }
      }
    }`,
  );
  const args = ['-c', file, '-p', folder, '-e', join(folder, 'error.log')];
  run('nginx', ['-t', ...args]);
  const program = startProgram('nginx', args);
  await untilListening(program, port);
  return { port, program };
}

/** Returns the entry of a request as nginx logs it. */
export function entryOfNginx(entry: Logged, { goesAway, host }: SentRequest): Logged {
  return {
    ...entry,
    // Without the header, it is the name of the block `server`.
    ...(host === undefined && { host: 'shop.example' }),
    ...(goesAway && { status_code: 499, content_type: undefined }),
  };
}
