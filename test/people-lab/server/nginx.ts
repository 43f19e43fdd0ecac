import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually, killedAtEnd } from '@app/testing';
import { type Places, nginxConfiguration } from './nginx-configuration.js';

const START_MS = 20_000;

/** Starts nginx, and waits until it answers. It is ended at the end of the program. */
export async function startNginx(places: Places): Promise<ChildProcess> {
  if (spawnSync('nginx', ['-v']).error) throw new Error('nginx is not in PATH (apt install nginx)');
  const file = join(places.folder, 'nginx.conf');
  writeFileSync(file, nginxConfiguration(places));
  const args = ['-c', file, '-p', places.folder, '-e', join(places.folder, 'error.log')];
  const nginx = killedAtEnd(spawn('nginx', args, { stdio: ['ignore', 'inherit', 'inherit'] }));
  await eventually(async () => {
    if (nginx.exitCode !== null)
      throw new Error(readFileSync(join(places.folder, 'error.log'), 'utf8'));
    const socket = connect(places.port, '127.0.0.1');
    try {
      await once(socket, 'connect');
    } finally {
      socket.destroy();
    }
  }, START_MS);
  return nginx;
}
