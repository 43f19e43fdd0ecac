import { BOT_REGISTRY } from '@app/classification';
import { ADDRESS_LISTS } from './address-lists.js';
import { ANYBODYS_PROGRAMS } from './anybodys-programs.js';
import { canonicalPrefix, collapse } from './prefixes.js';
import { BUNDLED_LISTS } from './snapshot.js';

const slugs = new Map(BOT_REGISTRY.map((bot) => [bot.slug, bot]));
const lists = new Map(ADDRESS_LISTS.map((list) => [list.id, list]));
const listsOfBots = ADDRESS_LISTS.filter(({ role }) => role === 'bots');

describe('the descriptions of lists', () => {
  it('have different ids', () => {
    expect(lists.size).toBe(ADDRESS_LISTS.length);
  });

  it('name providers of the registry', () => {
    const providers = new Set(BOT_REGISTRY.map(({ provider }) => provider));
    expect(listsOfBots.filter(({ provider }) => !providers.has(provider))).toEqual([]);
  });

  it('are complete for bots of their own provider only', () => {
    const foreign = listsOfBots.flatMap(({ id, provider, completeFor }) =>
      completeFor.filter((slug) => slugs.get(slug)?.provider !== provider).map((one) => [id, one]),
    );
    expect(foreign).toEqual([]);
    const others = ADDRESS_LISTS.filter(({ role }) => role !== 'bots');
    expect(others.flatMap(({ completeFor }) => completeFor)).toEqual([]);
  });

  it('verify bots of their provider only, and those that they are complete for', () => {
    const named = listsOfBots.flatMap(({ id, provider, verifies = [] }) =>
      verifies.filter((slug) => slugs.get(slug)?.provider !== provider).map((one) => [id, one]),
    );
    // What the registry does not have (yet) is nobody's.
    expect(named.filter(([, slug]) => slugs.has(slug!))).toEqual([]);
    for (const { completeFor, verifies = completeFor } of listsOfBots)
      expect(verifies).toEqual(expect.arrayContaining([...completeFor]));
  });

  it('rent from clouds that are known', () => {
    const rented = new Set(listsOfBots.flatMap(({ rentsFrom }) => rentsFrom ?? []));
    const clouds = ADDRESS_LISTS.filter(({ role }) => role === 'cloud').map(({ id }) => id);
    expect([...rented].sort()).toEqual(clouds.sort());
    expect(BUNDLED_LISTS.filter(({ id }) => rented.has(id))).toHaveLength(clouds.length);
  });

  it('verify bots of other providers only if the registry has them', () => {
    const also = listsOfBots.flatMap(({ alsoVerifies }) => alsoVerifies ?? []);
    expect(also).not.toEqual([]);
    expect(also.filter((slug) => !slugs.has(slug))).toEqual([]);
  });

  it('are fetched by HTTPS from the addresses that the registry names', () => {
    const sources = ADDRESS_LISTS.flatMap((list) => list.sources);
    expect(sources.filter((source) => !source.startsWith('https://'))).toEqual([]);
    const named = BOT_REGISTRY.flatMap(({ addressRanges }) => addressRanges ?? []);
    // Meta publishes the places of its networks, not a list.
    const missing = new Set(named.filter((address) => !sources.includes(address)));
    expect([...missing]).toEqual(['http://www.facebook.com/peering/geofeed']);
  });
});

describe('programs that anybody can run', () => {
  it('are bots of the registry, and no list is complete for them', () => {
    expect([...ANYBODYS_PROGRAMS].filter((slug) => !slugs.has(slug))).toEqual([]);
    const complete = ADDRESS_LISTS.flatMap(({ completeFor }) => completeFor);
    expect(complete.filter((slug) => ANYBODYS_PROGRAMS.has(slug))).toEqual([]);
  });

  it('are all libraries and controlled browsers of providers with a list', () => {
    const providers = new Set(listsOfBots.map(({ provider }) => provider));
    const programs = BOT_REGISTRY.filter(
      ({ category, provider }) =>
        ['http_client', 'headless_browser'].includes(category) && providers.has(provider),
    );
    expect(programs.filter(({ slug }) => !ANYBODYS_PROGRAMS.has(slug))).toEqual([]);
    expect(programs.length).toBeGreaterThan(5);
  });
});

describe('the bundled lists', () => {
  it('are described, canonical and collapsed, and have a date', () => {
    expect(BUNDLED_LISTS.filter(({ id }) => !lists.has(id))).toEqual([]);
    for (const { id, fetchedAt, prefixes } of BUNDLED_LISTS) {
      expect({ id, prefixes: prefixes.map(canonicalPrefix) }).toEqual({ id, prefixes });
      expect({ id, prefixes: collapse(prefixes) }).toEqual({ id, prefixes });
      expect(Date.parse(fetchedAt)).toBeGreaterThan(Date.UTC(2026, 0, 1));
    }
  });

  it('are 49, with both families of addresses', () => {
    expect(BUNDLED_LISTS).toHaveLength(49);
    const all = BUNDLED_LISTS.flatMap(({ prefixes }) => prefixes);
    expect(all.filter((prefix) => prefix.includes(':')).length).toBeGreaterThan(300);
    expect(all.filter((prefix) => prefix.includes('.')).length).toBeGreaterThan(1_500);
  });
});
