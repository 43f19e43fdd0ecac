import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { npm, runQuietly } from './command.mjs';
import { showProgress } from './progress.mjs';
import { ExpectedError, root } from './root.mjs';

const modules = path.join(root, 'node_modules');
const lockFile = path.join(root, 'package-lock.json');
const stampFile = path.join(modules, '.botgauge-installed');
const installedFile = path.join(modules, '.package-lock.json');

/**
 * What a target needs. `service` is enough for building and running; `everything` also has the
 * tools for tests and checks.
 *
 * @typedef {'service' | 'everything'} Scope
 */

/** Tells whether `node_modules` has what package-lock.json names for this scope. */
export function isInstalled(scope) {
  const [hash, installed] = read(stampFile)?.split(' ') ?? [];
  if (hash === lockHash() && (installed === 'everything' || installed === scope)) return true;
  return isWhatNpmInstalled(scope);
}

/**
 * Installs the dependencies. The caller must hold the lock. Tools for tests that are already
 * installed stay: `npm start` after `npm test` does not remove them.
 *
 * @throws ExpectedError when npm fails, with npm's output, and when a stop was asked for
 */
export async function install(wanted) {
  const scope = fs.existsSync(path.join(modules, 'jest')) ? 'everything' : wanted;
  fs.rmSync(stampFile, { force: true });
  const places = placesOf(scope);
  const end = showProgress('Installing dependencies (once)', () => {
    const there = places.filter((place) => fs.existsSync(path.join(root, place, 'package.json')));
    return `${there.length} of ${places.length} packages`;
  });
  try {
    // Packages in npm's cache are not downloaded again, unless the cache is too old to know a
    // version.
    let result = await npmCi(scope, '--prefer-offline');
    if (result.output.includes('ETARGET')) result = await npmCi(scope);
    if (result.status !== 0) {
      throw new ExpectedError(
        `${result.output}\nInstalling the dependencies failed (see above). Check the connection to the npm registry, then run the same command again.`,
      );
    }
  } finally {
    end();
  }
  fs.writeFileSync(stampFile, `${lockHash()} ${scope}`);
}

function npmCi(scope, ...more) {
  const [file, args] = npm(
    'ci',
    // This holds whatever NODE_ENV and npm's settings say. The compiler and the embedded PostgreSQL
    // are optional packages.
    scope === 'everything' ? '--include=dev' : '--omit=dev',
    '--include=optional',
    // None of our packages needs an install script.
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    ...more,
  );
  return runQuietly(file, args);
}

/** After a plain `npm ci` our stamp is missing, but npm has its own record of what it installed. */
function isWhatNpmInstalled(scope) {
  const installed = packagesOf(installedFile);
  const wanted = packagesOf(lockFile);
  return Boolean(
    installed &&
    placesOf(scope).every((place) => installed[place]?.version === wanted[place].version),
  );
}

/**
 * Returns the packages of a scope that every platform gets. Of the optional packages these are only
 * some of those that we name ourselves: what an optional package needs may be for one platform.
 */
function placesOf(scope) {
  const packages = packagesOf(lockFile) ?? {};
  const named = packages['']?.optionalDependencies ?? {};
  return Object.entries(packages)
    .filter(([place, { dev, optional, devOptional, os, cpu }]) => {
      if (place === '' || os || cpu) return false;
      if (optional) return Object.hasOwn(named, place.replace('node_modules/', ''));
      return scope === 'everything' || (!dev && !devOptional);
    })
    .map(([place]) => place);
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
