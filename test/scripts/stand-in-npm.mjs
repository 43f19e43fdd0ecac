// Replaces npm: records how it was called, and then does what the file `behave` beside it says.
// hang: it stays, with a child, whatever signal comes. stale: its cache does not know a version.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const beside = (name) => path.join(path.dirname(process.argv[1]), name);
const args = process.argv.slice(2);
fs.appendFileSync(beside('calls'), `${args.join(' ')}\n`);

const behave = fs.readFileSync(beside('behave'), 'utf8');
if (behave === 'hang') {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  fs.writeFileSync(beside('pids'), `${process.pid} ${child.pid}`);
} else if (behave === 'stale' && args.includes('--prefer-offline')) {
  process.stderr.write('npm error code ETARGET\n');
  process.exitCode = 1;
} else if (behave === 'fail') {
  process.stderr.write('npm error something of its own\n');
  process.exitCode = 1;
} else {
  for (const name of args.includes('--omit=dev') ? ['a'] : ['a', 'jest']) {
    fs.mkdirSync(`node_modules/${name}`, { recursive: true });
    fs.writeFileSync(`node_modules/${name}/package.json`, '{}');
  }
}
