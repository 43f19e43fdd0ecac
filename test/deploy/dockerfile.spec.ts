import { ENTRY, exists, PINNED, read, VERSION } from './files.js';

/** The instructions, with continued lines joined and without comments. */
const INSTRUCTIONS = read('Dockerfile')
  .replace(/^\s*#.*\n/gm, '')
  .replace(/\\\n\s*/g, ' ')
  .split('\n')
  .filter(Boolean)
  .map((line) => {
    const [word = '', ...rest] = line.trim().split(/\s+/);
    return { word, rest: rest.join(' ') };
  });
const all = (word: string, from = INSTRUCTIONS) =>
  from.filter((line) => line.word === word).map((line) => line.rest);
const STAGES = all('FROM');
const FINAL = INSTRUCTIONS.slice(INSTRUCTIONS.findLastIndex((line) => line.word === 'FROM'));

/** The paths that `.dockerignore` lets through. */
const IGNORE = read('.dockerignore')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'));

it('builds in stages, all on one pinned slim Node 24', () => {
  expect(STAGES).toEqual([
    '${NODE_IMAGE} AS build',
    '${NODE_IMAGE} AS dependencies',
    '${NODE_IMAGE} AS runtime',
  ]);
  const image = all('ARG')[0]!.replace('NODE_IMAGE=', '');
  expect(image).toMatch(/^node:24\..*-slim$/);
  expect(image).toMatch(PINNED);
});

it('fetches nothing but locked packages, and runs none of their scripts', () => {
  expect(all('ADD')).toEqual([]);
  const installs = all('RUN').filter((run) => run.includes('npm ci'));
  expect(installs).toHaveLength(2);
  for (const run of installs) expect(run).toContain('--ignore-scripts');
  expect(all('RUN').join('\n')).not.toMatch(/curl|wget|npm (install|i) |apt-get/);
});

it('copies files that exist, from a context that has them', () => {
  const sources = all('COPY')
    .filter((copy) => !copy.startsWith('--from'))
    .flatMap((copy) => copy.split(' ').slice(0, -1));
  expect(sources).toEqual(expect.arrayContaining(['package-lock.json', 'apps', 'libs']));
  for (const source of sources) {
    expect([source, exists(source)]).toEqual([source, true]);
    expect(IGNORE).toContain(`!${source.replace('./', '')}`);
  }
  expect(IGNORE[0]).toBe('*');
});

it('keeps from the build what the processes need, without sources and tools', () => {
  const copies = all('COPY', FINAL);
  expect(copies).toEqual([
    'package.json ./',
    '--from=dependencies /app/node_modules ./node_modules',
    '--from=build /app/dist/node_modules ./dist/node_modules',
    '--from=build /app/dist/libs ./dist/libs',
    ...['api', 'worker', 'cli', 'dashboard'].map(
      (app) => `--from=build /app/dist/apps/${app} ./dist/apps/${app}`,
    ),
    '--from=build /app/dist/docs ./dist/docs',
  ]);
  for (const entry of Object.values(ENTRY)) expect(exists(entry)).toBe(true);
  expect(
    all('RUN').some((run) => run.includes('--omit=dev') && run.includes('--omit=optional')),
  ).toBe(true);
});

it('runs as a user without rights, given as a number', () => {
  expect(all('USER', FINAL)).toEqual(['1000:1000']);
});

it('starts the API directly, so that signals reach it', () => {
  expect(FINAL.at(-1)).toEqual({ word: 'CMD', rest: `["node", "${ENTRY.api}"]` });
  expect(all('ENTRYPOINT')).toEqual([]);
  expect(all('HEALTHCHECK')).toEqual([]);
});

it('is set for production and holds no secret', () => {
  const environment = all('ENV', FINAL).join(' ').split(' ');
  expect(environment).toEqual([
    'NODE_ENV=production',
    'NODE_OPTIONS=--max-semi-space-size=32',
    'HOST=0.0.0.0',
    'PORT=3000',
    'WORKER_PORT=3001',
  ]);
  expect(read('Dockerfile')).not.toMatch(/DATABASE_URL|REDIS_URL|PASSWORD|TOKEN/);
});

it('says what it is', () => {
  const labels = all('LABEL', FINAL).join(' ');
  for (const label of ['title', 'description', 'licenses', 'version', 'revision']) {
    expect(labels).toContain(`org.opencontainers.image.${label}=`);
  }
  expect(all('ARG', FINAL)).toContain(`VERSION=${VERSION}`);
});
