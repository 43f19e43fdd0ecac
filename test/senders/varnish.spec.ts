import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@app/testing';
import { type Backend, typeOf } from './backend.js';
import { describeSender, type Started } from './describe-sender.js';
import { block, type Page, replaced } from './page.js';
import { freePorts, run, startProgram, untilListening } from './program.js';

describeSender({
  page: 'varnish',
  title: 'Varnish',
  // varnishd compiles its configuration.
  programs: ['varnishd', 'varnishncsa', 'gcc'],
  version: () => /varnish-(\d[\d.]*)/.exec(run('varnishd', ['-V']))?.[1] ?? '',
  debian12: '7.1.1',
  whenLeft: 'waits for the answer',
  start,
  // Varnish answers 304 from its cache, with the type of what it has. A visitor who went away has the
  // status of the answer.
  logs: (entry, { target }) => ({ ...entry, content_type: typeOf(target) }),
});

async function start(folder: string, page: Page, backend: Backend): Promise<Started> {
  const [port = 0] = await freePorts(1);
  const log = join(folder, 'varnishncsa.log');
  const instance = join(folder, 'varnish');
  const format = join(folder, 'botgauge.format');
  writeFileSync(format, block(page, 'json'));
  const file = join(folder, 'default.vcl');
  const backendLines = `.host = "127.0.0.1"; .port = "${backend.port}";`;
  writeFileSync(file, `vcl 4.1;\nbackend default { ${backendLines} }\n`);
  const varnish = startProgram('varnishd', [
    ...['-F', '-j', 'none', '-n', instance, '-f', file],
    ...['-a', `127.0.0.1:${port}`, '-a', `[::1]:${port}`],
    ...block(page, '').trim().split(' '),
  ]);
  await untilListening(varnish, port);
  const [, command = ''] =
    /^ExecStart=\/usr\/bin\/varnishncsa (.+)$/m.exec(block(page, 'ini')) ?? [];
  const options = replaced(command, {
    '/etc/varnish/botgauge.format': format,
    '/var/log/varnish/varnishncsa.log': log,
    // In the foreground.
    ' -D -P /run/varnishncsa/varnishncsa.pid': '',
  });
  const logger = startProgram('varnishncsa', ['-n', instance, ...options.split(' ')]);
  await untilLogging(port, log);
  // What was requested to find this out does not count. The program appends to the file.
  truncateSync(log);
  return {
    ports: [port],
    log,
    stop: async () => {
      await logger.stop();
      await varnish.stop();
    },
  };
}

/** Nothing tells how long the program takes to see the log in the memory of Varnish. */
const SEEN_WITHIN_MS = 1_000;

/** Requests pages until one of them is logged: what was requested before is not. */
async function untilLogging(port: number, log: string): Promise<void> {
  let page = 0;
  await eventually(async () => {
    const path = `/is-logged/${page++}/end`;
    await fetch(`http://127.0.0.1:${port}${path}`);
    await eventually(() => expect(readFileSync(log, 'utf8')).toContain(path), SEEN_WITHIN_MS);
  });
}
