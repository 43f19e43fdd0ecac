import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, run, startProgram } from './program.js';

/**
 * The folder of the unpacked packages `rsyslog`, `libestr0`, `libfastjson4` and `liblognorm5`, because
 * Debian does not install rsyslog beside syslog-ng.
 */
const UNPACKED = process.env.BOTGAUGE_TEST_RSYSLOG;
const ENV = UNPACKED === undefined ? {} : environmentIn(UNPACKED);

/** The program: the one on the PATH, unless it was unpacked. */
export const RSYSLOG = UNPACKED === undefined ? 'rsyslogd' : join(UNPACKED, 'usr/sbin/rsyslogd');

/** Returns the version that rsyslog says of itself. */
export function rsyslogVersion(): string {
  return /^rsyslogd +(\S+)/.exec(run(RSYSLOG, ['-v'], ENV))?.[1] ?? '';
}

/** Starts rsyslog with these files of `/etc/rsyslog.d`, in their order. It has no socket of the system. */
export function startRsyslog(folder: string, files: Record<string, string>): Program {
  const main = join(folder, 'rsyslog.conf');
  const names = Object.keys(files).sort();
  const lines = [
    'module(load="imuxsock" SysSock.Use="off")',
    `$WorkDirectory ${folder}`,
    ...names.map((name) => `$IncludeConfig ${join(folder, name)}`),
  ];
  writeFileSync(main, `${lines.join('\n')}\n`);
  for (const name of names) writeFileSync(join(folder, name), files[name] as string);
  run(RSYSLOG, ['-N1', '-f', main], ENV);
  const pid = join(folder, 'rsyslog.pid');
  return startProgram(RSYSLOG, ['-n', '-f', main, '-i', pid], ENV);
}

function environmentIn(folder: string): Record<string, string> {
  const libraries = join(folder, 'usr/lib/x86_64-linux-gnu');
  return { LD_LIBRARY_PATH: libraries, RSYSLOG_MODDIR: join(libraries, 'rsyslog') };
}
