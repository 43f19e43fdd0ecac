import { AddressSet } from './address-set.js';
import type { AddressList, ListContent } from './address-list.js';
import { ADDRESS_LISTS } from './address-lists.js';
import { ANYBODYS_PROGRAMS } from './anybodys-programs.js';
import { type ProvedTime, provedTime } from './proved-time.js';
import { BUNDLED_LISTS } from './snapshot.js';
import { surroundingsOf } from './surroundings.js';

/** A list of bots, ready for look-ups. */
export interface CompiledList extends ProvedTime {
  id: string;
  addresses: AddressSet;
  isEmpty: boolean;
}

/** The lists that say something about a bot. */
export interface ListsOfBot {
  /** Anybody can run the bot, from any address. */
  isAnybodys: boolean;
  /** An address in one of them is the operator's, and verifies this bot. */
  verifying: readonly CompiledList[];
  /** All lists of the operator, also those that verify only other bots. */
  ofOperator: readonly CompiledList[];
  /** Those that have all addresses of the bot. */
  complete: readonly CompiledList[];
  /** Where the operator may come from besides. */
  surroundings: AddressSet;
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
 *
 * @param released what the lists held when the release was made. Addresses that an operator gave up
 * since then are still near its own.
 */
export function compileLists(
  contents: readonly ListContent[],
  descriptions: readonly AddressList[] = ADDRESS_LISTS,
  released: readonly ListContent[] = BUNDLED_LISTS,
): AddressLists {
  const contentOf = new Map(contents.map((content) => [content.id, content]));
  const known = [...contents, ...released];
  const edges: string[] = [];
  const operators = new Map<string, Operator>();
  const verifying: [AddressList, CompiledList][] = [];
  for (const description of descriptions) {
    const { id, role, provider } = description;
    const content = contentOf.get(id);
    if (role === 'edge') edges.push(...(content?.prefixes ?? []));
    if (role !== 'bots') continue;
    const list = compile(description, content);
    verifying.push([description, list]);
    const { descriptions: own, lists } = getOr(operators, provider, anOperator);
    own.push(description);
    lists.push(list);
  }
  const surroundings = remembering((operator: Operator) =>
    surroundingsOf(operator.descriptions, (id) => known.filter((one) => one.id === id)),
  );
  const find = (bot: BotOfLists): ListsOfBot => {
    const of = (fits: (list: AddressList) => boolean) =>
      verifying.filter(([description]) => fits(description)).map(([, list]) => list);
    const operator = operators.get(bot.provider) ?? NOBODY;
    return {
      isAnybodys: ANYBODYS_PROGRAMS.has(bot.slug),
      verifying: of((list) => verifies(list, bot)),
      ofOperator: operator.lists,
      complete: of(({ completeFor }) => completeFor.includes(bot.slug)),
      surroundings: surroundings(operator),
    };
  };
  return { of: remembering(find), edges: new AddressSet(edges) };
}

/** An operator of bots: what is known about its lists, and the lists. */
interface Operator {
  descriptions: AddressList[];
  lists: CompiledList[];
}

const anOperator = (): Operator => ({ descriptions: [], lists: [] });
const NOBODY = anOperator();

/** Whether an address in a list verifies a bot. */
function verifies(list: AddressList, { slug, provider }: BotOfLists): boolean {
  if (list.alsoVerifies?.includes(slug)) return true;
  return list.provider === provider && (list.verifies?.includes(slug) ?? true);
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

/** A list without a content tells about no visit. */
const NEVER: ProvedTime = { provesFrom: NaN, provesUntil: NaN };

function compile(list: AddressList, content?: ListContent): CompiledList {
  const prefixes = content?.prefixes ?? [];
  return {
    id: list.id,
    addresses: new AddressSet(prefixes),
    isEmpty: prefixes.length === 0,
    ...(content ? provedTime(list, content) : NEVER),
  };
}

function getOr<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
