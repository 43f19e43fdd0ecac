import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { npm, runQuietly } from './command.mjs';
import { root, say } from './root.mjs';

const dist = path.join(root, 'dist');
const stampFile = path.join(dist, '.built-from');
const SOURCES = ['apps', 'libs', 'tsconfig.json', 'nest-cli.json', 'package-lock.json'];
const ENTRIES = ['api', 'worker', 'cli', 'launcher'].map((app) => `apps/${app}/src/main.js`);

/** Whether `dist` was built from the sources as they are now. */
export function isBuilt() {
  if (!fs.existsSync(stampFile) || !hasEntries()) return false;
  return fs.readFileSync(stampFile, 'utf8') === sourcesHash();
}

/** Builds `dist`. Only call it with the lock held. */
export async function build() {
  say('Building…');
  if (!hasEntries() || !fs.existsSync(stampFile)) forgetIncrementalState();
  // Taken before: a source that changes meanwhile makes the next run build again.
  const hash = sourcesHash();
  fs.rmSync(stampFile, { force: true });
  const [file, args] = npm('run', 'build');
  await runQuietly(
    file,
    args,
    'The build failed (see above). Correct the sources it names, then run the same command again.',
  );
  removeOrphans('apps');
  removeOrphans('libs');
  fs.writeFileSync(stampFile, hash);
}

const hasEntries = () => ENTRIES.every((entry) => fs.existsSync(path.join(dist, entry)));

/** The contents and not the times: a checkout changes every time and no content. */
function sourcesHash() {
  const hash = crypto.createHash('sha256');
  for (const file of SOURCES.flatMap((name) => filesOf(name))) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** What goes into the build, below a folder or the file itself, sorted. */
function filesOf(name) {
  const place = path.join(root, name);
  if (!fs.statSync(place).isDirectory()) return [name];
  return fs
    .readdirSync(place, { recursive: true })
    .filter((file) => /\.(ts|sql|json)$/.test(file) && !file.endsWith('.spec.ts'))
    .sort()
    .map((file) => path.join(name, file));
}

/** The compiler trusts its record and writes nothing for files that somebody deleted from `dist`. */
function forgetIncrementalState() {
  if (!fs.existsSync(dist)) return;
  for (const name of fs.readdirSync(dist)) {
    if (name.endsWith('.tsbuildinfo')) fs.rmSync(path.join(dist, name), { force: true });
  }
}

/** A source that was removed or renamed must not live on: a left-over migration would be run. */
function removeOrphans(folder) {
  const place = path.join(dist, folder);
  if (!fs.existsSync(place)) return;
  for (const file of fs.readdirSync(place, { recursive: true })) {
    const source = sourceOf(path.join(folder, file));
    if (source && !fs.existsSync(path.join(root, source))) fs.rmSync(path.join(place, file));
  }
}

function sourceOf(output) {
  if (output.endsWith('.sql')) return output;
  return /\.js(\.map)?$/.test(output) ? output.replace(/\.js(\.map)?$/, '.ts') : undefined;
}
