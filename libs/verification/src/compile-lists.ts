import { AddressSet } from './address-set.js';
import type { AddressList, ListContent } from './address-list.js';
import { ADDRESS_LISTS } from './address-lists.js';
import { ANYBODYS_PROGRAMS } from './anybodys-programs.js';

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

/** The lists that say something about a bot. */
export interface ListsOfBot {
  /** Anybody can run the bot, from any address. */
  isAnybodys: boolean;
  /** An address in one of them is the operator's. */
  verifying: readonly CompiledList[];
  /** Those that have all addresses of the bot. */
  complete: readonly CompiledList[];
}

/** Lists, ready for look-ups. */
export interface AddressLists {
  of(bot: BotOfLists): ListsOfBot;
  /** The servers of CDNs. */
  edges: AddressSet;
}

/** A bot as lists name it: by its provider, or by its slug. */
interface BotOfLists {
  slug: string;
  provider: string;
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
  const find = ({ slug, provider }: BotOfLists): ListsOfBot => ({
    isAnybodys: ANYBODYS_PROGRAMS.has(slug),
    verifying: [...(byProvider.get(provider) ?? []), ...(alsoBySlug.get(slug) ?? [])],
    complete: completeBySlug.get(slug) ?? [],
  });
  return { of: remembering(find), edges: new AddressSet(edges) };
}

/** Remembers what was found for each object: the same bots are asked for again and again. */
function remembering<Key extends object, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const found = new WeakMap<Key, Value>();
  return (key) => {
    let value = found.get(key);
    if (value === undefined) found.set(key, (value = find(key)));
    return value;
  };
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
