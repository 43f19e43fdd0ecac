import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { botsPage, PROBE_PATHS } from '@app/classification';
import { loadConfig, SETTINGS } from '@app/config';
import { API_ERRORS } from '@app/contracts';
import { readGuides, SENDERS_HEAD, sendersTable } from '@app/feed-guides';
import { SIGNALS } from '@app/people';
import { chooseBackend } from '@app/queue';

// "npm run docs" writes what is compared here.
const DOCS = join(import.meta.dirname, '..', '..', 'docs');

/**
 * Returns the rows of every table in a page, each as a list of cells, without table heads and
 * rulers.
 */
function rowsOf(page: string): string[][] {
  return readFileSync(join(DOCS, page), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `') || /^\| \d/.test(line))
    .map(cellsOf);
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

it('docs/errors.md lists the catalogue', () => {
  expect(rowsOf('errors.md')).toEqual(
    Object.entries(API_ERRORS).map(([code, { status, when }]) => [
      `${status}`,
      `\`${code}\``,
      when,
    ]),
  );
});

it('docs/configuration.md lists every setting with its default', () => {
  expect(rowsOf('configuration.md')).toEqual(
    Object.entries(SETTINGS).map(([name, { default: fallback, description }]) => [
      `\`${name}\``,
      fallback === undefined ? '' : `\`${fallback}\``,
      description,
    ]),
  );
});

it('docs/scanners.md lists the probe paths', () => {
  expect(rowsOf('scanners.md')).toEqual(
    PROBE_PATHS.map(({ examples: [example], what, counts, source }) => [
      `\`${example}\``,
      what,
      counts === 'always' ? 'always' : '4xx, 5xx',
      `[${new URL(source).hostname}](${source})`,
    ]),
  );
});

it('docs/people.md lists the signals', () => {
  const rows = rowsOf('people.md').filter(([weight]) => /^`[+-]/.test(weight ?? ''));
  expect(rows).toEqual(
    Object.values(SIGNALS).map(({ weight, why }) => [`\`${weight > 0 ? '+' : ''}${weight}\``, why]),
  );
});

it('docs/bots.md is the registry', () => {
  expect(readFileSync(join(DOCS, 'bots.md'), 'utf8')).toBe(botsPage());
});

it('docs/operations.md lists the hash tags of all shards', () => {
  const { shards } = chooseBackend(
    loadConfig({ REDIS_URL: 'redis://127.0.0.1', QUEUE_SHARDS: '12' }),
  );
  const page = readFileSync(join(DOCS, 'operations.md'), 'utf8');
  expect(shards).toHaveLength(12);
  expect(page.match(/`\{botgauge[^`]*\}`(?:\s|$)/gm)?.map((tag) => tag.trim())).toEqual(
    shards.map(({ prefix }) => `\`${prefix}\``),
  );
});

it('docs/feeds/README.md lists every sender, what its log has and with what it was run', () => {
  const page = readFileSync(join(DOCS, 'feeds/README.md'), 'utf8').split('\n');
  const head = page.findIndex((line) => line.startsWith(`| ${SENDERS_HEAD[0]} `));
  const end = page.findIndex((line, at) => at > head && !line.startsWith('|'));
  expect(cellsOf(page[head] ?? '')).toEqual(SENDERS_HEAD);
  expect(page.slice(head + 2, end).map(cellsOf)).toEqual(sendersTable(readGuides()));
});
