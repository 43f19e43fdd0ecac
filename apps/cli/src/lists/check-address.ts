import type { ListInUse } from '@app/address-lists';
import { loadBotsFile } from '@app/bots-file';
import { loadConfig } from '@app/config';
import { BOT_REGISTRY, type RegisteredBot } from '@app/classification';
import { addressNumbers } from '@app/contracts';
import {
  AddressSet,
  ADDRESS_LISTS,
  compileLists,
  type Judgement,
  verdict,
} from '@app/verification';
import type { Answer, Dependencies } from '../program/answering.js';
import { UsageError } from '../program/failure.js';
import { renderList } from '../program/list.js';
import { aboutSetting, currentLists } from './current-lists.js';
import { REASONS } from './reasons.js';

export interface CheckOptions {
  bot?: string;
}

const HEADINGS = ['LIST', 'PROVIDER', 'KIND', 'PREFIX', 'DATE'];
const KINDS = { bots: 'bots', edge: 'servers of a CDN', cloud: 'a cloud', other: 'other' };

/**
 * Tells which lists hold an address and, if a bot is named, what a visit by it from there is now.
 *
 * @param address in canonical form
 */
export async function checkAddress(
  dependencies: Dependencies,
  address: string,
  { bot: name }: CheckOptions,
  now = Date.now(),
): Promise<Answer> {
  const bot = name === undefined ? undefined : await findBot(dependencies, name);
  const current = await currentLists(dependencies);
  const { lists } = current;
  const holding = listsThatHold(address, lists);
  const judgement = bot && judge(bot, address, now, lists);
  const document = {
    address,
    lists: holding,
    ...(judgement ? { bot: bot.name, ...judgement } : {}),
  };
  const rows = holding.map((list) => [
    list.id,
    list.provider,
    KINDS[list.role],
    list.prefix,
    list.fetched_at.slice(0, 10),
  ]);
  const text = [
    ...(rows.length > 0 ? [renderList(HEADINGS, rows)] : [`No list holds ${address}.`]),
    '',
    ...(judgement ? [sentenceOf(judgement, bot.name, lists)] : []),
    aboutSetting(current),
  ].join('\n');
  return { document, text };
}

/** @throws UsageError when there is no such bot, ConfigError when the operator's file has faults */
async function findBot({ env }: Dependencies, name: string): Promise<RegisteredBot> {
  const wanted = name.toLowerCase();
  const botsFile = await loadBotsFile(loadConfig(env).BOTS_FILE);
  const bot = (botsFile?.registry ?? BOT_REGISTRY).find((one) =>
    [one.name.toLowerCase(), one.slug].includes(wanted),
  );
  if (bot) return bot;
  throw new UsageError(`There is no bot "${name}": docs/bots.md has the names.`);
}

function judge(bot: RegisteredBot, address: string, time: number, lists: readonly ListInUse[]) {
  return verdict({ bot, address: addressNumbers(address), time }, compileLists(lists));
}

function listsThatHold(address: string, contents: readonly ListInUse[]) {
  const numbers = addressNumbers(address);
  if (numbers === null) return [];
  return ADDRESS_LISTS.flatMap(({ id, provider, role }) => {
    const content = contents.find((one) => one.id === id);
    const prefix = content?.prefixes.find((one) => new AddressSet([one]).has(numbers));
    if (!content || prefix === undefined) return [];
    const fetched_at = new Date(content.fetchedAt).toISOString();
    return [{ id, provider, role, prefix, fetched_at, origin: content.origin }];
  });
}

function sentenceOf(
  { verification, reason, list }: Judgement,
  bot: string,
  lists: readonly ListInUse[],
): string {
  const date = lists.find(({ id }) => id === list)?.fetchedAt.slice(0, 10);
  const which = list === undefined ? '' : ` (${list}${date ? ` of ${date}` : ''})`;
  return `A visit by ${bot} from there now is ${verification}: ${REASONS[reason]}${which}.`;
}
