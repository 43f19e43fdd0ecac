import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { npm, runQuietly } from './command.mjs';
import { root, say } from './root.mjs';

const lockFile = path.join(root, 'package-lock.json');
const stampFile = path.join(root, 'node_modules/.botgauge-installed');
const installedFile = path.join(root, 'node_modules/.package-lock.json');

/** Whether `node_modules` holds what package-lock.json names. */
export function isInstalled() {
  return read(stampFile) === lockHash() || isWhatNpmInstalled();
}

/** Installs the dependencies. Only call it with the lock held. */
export async function install() {
  say('Installing dependencies (once)…');
  // Building needs the development dependencies, whatever NODE_ENV says.
  const [file, args] = npm('ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund');
  await runQuietly(
    file,
    args,
    'Installing the dependencies failed (see above). Check the connection to the npm registry, then run the same command again.',
  );
  fs.writeFileSync(stampFile, lockHash());
}

/** After a plain `npm ci` there is no stamp of ours, but npm's own record of what it installed. */
function isWhatNpmInstalled() {
  const installed = packagesOf(installedFile);
  if (!installed) return false;
  return Object.entries(packagesOf(lockFile) ?? {}).every(
    ([place, wanted]) =>
      place === '' ||
      wanted.optional ||
      wanted.devOptional ||
      installed[place]?.version === wanted.version,
  );
}

function packagesOf(file) {
  try {
    return JSON.parse(read(file) ?? '').packages;
  } catch {
    return undefined;
  }
}

const lockHash = () => crypto.createHash('sha256').update(fs.readFileSync(lockFile)).digest('hex');

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
