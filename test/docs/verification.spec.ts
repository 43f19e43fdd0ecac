import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADDRESS_LISTS } from '@app/verification';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/verification.md'), 'utf8');
const partOf = (title: string) => PAGE.split(`### ${title}\n`)[1]!.split('\n#')[0]!;

it('names every host that a firewall must let workers ask, and whose lists it has', () => {
  const hosts = new Map<string, Set<string>>();
  for (const { provider, sources } of ADDRESS_LISTS)
    for (const { host } of sources.map((source) => new URL(source)))
      hosts.set(host, (hosts.get(host) ?? new Set()).add(provider));
  const rows = partOf('Which hosts the workers ask').matchAll(/^\| `(\S+)` +\| (.*?) +\|$/gm);
  const named = [...rows].map(([, host, providers]) => [host, providers]);
  const expected = [...hosts].map(([host, providers]) => [host, [...providers].join(', ')]);
  expect(named).toEqual(expected.sort());
});

it('uses names of lists that exist for the files of its example', () => {
  const files = [...partOf('Files instead of the internet').matchAll(/mv new ([\w-]+)\.(\w+)$/gm)];
  expect(files).toHaveLength(2);
  for (const [, id, extension] of files) {
    const list = ADDRESS_LISTS.find((one) => one.id === id)!;
    expect(extension).toBe(list.format === 'text' ? 'txt' : 'json');
    for (const source of list.sources) expect(PAGE).toContain(source);
  }
});

it('gives the number of days for which the lists prove something', () => {
  for (const [, days, lists] of PAGE.matchAll(/^\| (\d+) +\| (.*?) +\|$/gm)) {
    const ids = ADDRESS_LISTS.filter((list) => list.provesForDays === Number(days)).map(
      ({ id, provider }) => `${id} ${provider}`.toLowerCase(),
    );
    const named = [...lists!.matchAll(/(?:: |, |such as )([A-Z][\w-]+)(?:'s)?/g)];
    expect(named.length).toBeGreaterThan(0);
    for (const [, name] of named) expect(ids.join()).toContain(name!.toLowerCase());
  }
});
