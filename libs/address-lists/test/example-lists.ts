import type { AddressList, ListContent } from '@app/verification';

const SOURCE = 'https://www.bots.example/list.json';

/** A list of JSON from one address, unless a test needs another one. */
export const aList = (values: Partial<AddressList> = {}): AddressList => ({
  id: 'example',
  provider: 'Example',
  role: 'bots',
  published: 'https://bots.example/',
  sources: [SOURCE],
  format: 'prefixes',
  completeFor: ['examplebot'],
  provesForDays: 7,
  ...values,
});

/** Ten networks that cannot be merged, from 20.0.0.0/24 on. */
export const TEN = Array.from({ length: 10 }, (_, index) => `20.0.${index * 2}.0/24`);

/** What the release has: ten networks. */
export const BUNDLED: ListContent[] = [{ id: 'example', fetchedAt: '2026-05-05', prefixes: TEN }];

/** These prefixes as operators publish them. */
export const published = (prefixes: readonly string[]): string =>
  JSON.stringify({
    creationTime: '2020-01-01T00:00:00.000000',
    prefixes: prefixes.map((prefix) =>
      prefix.includes(':') ? { ipv6Prefix: prefix } : { ipv4Prefix: prefix },
    ),
  });
