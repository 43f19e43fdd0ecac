import { AddressSet } from './address-set.js';
import type { AddressList, ListContent } from './address-list.js';
import { ADDRESS_LISTS } from './address-lists.js';

const DAY_MS = 86_400_000;

/** A list of bots, ready for look-ups. */
export interface CompiledList {
  id: string;
  addresses: AddressSet;
  isEmpty: boolean;
  /** The first and the last moment (epoch milliseconds) of a visit that the list may call spoofed. */
  provesFrom: number;
  provesUntil: number;
}

/** Lists, ready for look-ups by bot. */
export interface AddressLists {
  /** All lists of bots of a provider. */
  byProvider: ReadonlyMap<string, readonly CompiledList[]>;
  /** Lists of bots (slugs) that the registry has under another provider. */
  alsoBySlug: ReadonlyMap<string, readonly CompiledList[]>;
  /** The lists that are complete for a bot (slug). */
  completeBySlug: ReadonlyMap<string, readonly CompiledList[]>;
  /** The servers of CDNs. */
  edges: AddressSet;
}

/**
 * Makes lists ready for look-ups. A description without a content is a list that was never fetched;
 * contents without a description are left out.
 */
export function compileLists(
  contents: readonly ListContent[],
  descriptions: readonly AddressList[] = ADDRESS_LISTS,
): AddressLists {
  const contentOf = new Map(contents.map((content) => [content.id, content]));
  const byProvider = new Map<string, CompiledList[]>();
  const alsoBySlug = new Map<string, CompiledList[]>();
  const completeBySlug = new Map<string, CompiledList[]>();
  const edges: string[] = [];
  for (const description of descriptions) {
    const content = contentOf.get(description.id);
    if (description.role === 'edge') edges.push(...(content?.prefixes ?? []));
    if (description.role !== 'bots') continue;
    const list = compile(description, content);
    add(byProvider, description.provider, list);
    for (const slug of description.alsoVerifies ?? []) add(alsoBySlug, slug, list);
    for (const slug of description.completeFor) add(completeBySlug, slug, list);
  }
  return { byProvider, alsoBySlug, completeBySlug, edges: new AddressSet(edges) };
}

function compile({ id, provesForDays }: AddressList, content?: ListContent): CompiledList {
  const prefixes = content?.prefixes ?? [];
  const fetchedAt = content === undefined ? NaN : Date.parse(content.fetchedAt);
  return {
    id,
    addresses: new AddressSet(prefixes),
    isEmpty: prefixes.length === 0,
    provesFrom: fetchedAt - provesForDays * DAY_MS,
    provesUntil: fetchedAt + provesForDays * DAY_MS,
  };
}

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const there = map.get(key);
  if (there) there.push(value);
  else map.set(key, [value]);
}
