import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, run, startProgram } from './program.js';

/** Starts syslog-ng with a file of `/etc/syslog-ng/conf.d`. It reads nothing of the system. */
export function startSyslogNg(folder: string, own: string): Program {
  const file = join(folder, 'syslog-ng.conf');
  const state = join(folder, 'syslog-ng');
  writeFileSync(file, `@version: 3.38\n@include "scl.conf"\n${own}`);
  mkdirSync(state);
  const args = [
    `--cfgfile=${file}`,
    `--persist-file=${join(state, 'persist')}`,
    `--pidfile=${join(state, 'pid')}`,
    `--control=${join(state, 'control')}`,
  ];
  run('syslog-ng', ['--syntax-only', ...args]);
  return startProgram('syslog-ng', ['--foreground', '--stderr', '--no-caps', ...args]);
}
