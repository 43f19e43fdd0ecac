import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createProgram } from '../../apps/cli/src/create-program.js';

const ROOT = join(import.meta.dirname, '../..');
const streams = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };
const COMMANDS = createProgram(streams).commands.map((command) => command.name());

/** Matches `botgauge keys …`, which is not on the path of a clone, and the form with npx. */
const OTHER_FORM = new RegExp(
  `\\bbotgauge (?:--help\\b|(?:${COMMANDS.join('|')})\\b)|npx botgauge`,
);
/** In a container, the command is on the path. */
const IN_CONTAINER = /docker compose run|kubectl exec/;

const PLACES = ['apps', 'libs', 'docs', 'deploy', 'scripts', 'test', '.'];

const FILES = PLACES.flatMap((place) =>
  readdirSync(join(ROOT, place), { recursive: place !== '.' }).map((file) =>
    join(place, `${file}`),
  ),
)
  .filter((file) => /\.(?:md|ts|mjs|ya?ml)$|Dockerfile$|^\.env\.example$/.test(file))
  .filter((file) => !file.endsWith('.spec.ts'));

it('documents and messages write the command line in the one form that works in a clone', () => {
  expect(FILES.length).toBeGreaterThan(300);
  const found = FILES.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .map((line, index) => ({ place: `${file}:${index + 1}`, line }))
      .filter(({ line }) => OTHER_FORM.test(line) && !IN_CONTAINER.test(line)),
  );
  expect(found).toEqual([]);
});
