import type { DataOf } from '../../api/types.js';
import { texts } from '../../texts/texts.js';
import { dayInShort, momentInShort } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';

export type Report = DataOf<'/api/v1/websites/{id}/robots'>;
export type RobotsBot = Report['bots'][number];
type Fetch = Report['fetch'];
type Limit = Report['limits_reached'][number];

const KEPT_TO = texts.robots.keptTo;

/** What the text allows a bot. */
export const allowsInWords = ({ allows }: RobotsBot): string =>
  allows ? KEPT_TO.allows[allows] : texts.common.notKnown;

/** How the text names a bot. */
export const addressedInWords = ({ addressed }: RobotsBot): string =>
  addressed ? KEPT_TO.addressed[addressed] : '–';

/** What came of the daily fetch, in a sentence. */
export function fetchInWords(fetch: Fetch): string {
  const { never, soon, last } = texts.common.fetch;
  if (!fetch) return never;
  if (!fetch.outcome || !fetch.tried_at) return soon;
  return last({
    moment: momentInShort(fetch.tried_at),
    outcome: texts.robots.text.outcomes[fetch.outcome],
    status: fetch.status,
  });
}

/** Since when which text is in force, in a sentence. */
export function textInWords({ texts: known, days_without_text }: Report): string {
  const { none, newest, number, daysWithout } = texts.robots.text;
  const last = known.at(-1);
  if (!last) return none;
  return [
    newest[last.source](dayInShort(last.from)),
    known.length > 1 && number(known.length),
    days_without_text > 0 && daysWithout,
  ]
    .filter(Boolean)
    .join(' ');
}

/** More names than these say less. */
const MOST_NAMED = 3;

/** Whether bots keep to the texts, in a sentence. */
export interface KeptVerdict {
  tone: 'good' | 'bad';
  text: string;
}

/** Visits that the text did not allow, without those that others made in the name of the bot. */
export const ownDisallowed = (
  bot: Pick<RobotsBot, 'disallowed_visits' | 'disallowed_spoofed_visits'>,
): number => bot.disallowed_visits - bot.disallowed_spoofed_visits;

/** Says which bots did not keep to the texts, or that all did; undefined where nothing is judged. */
export function verdictOf({
  texts: known,
  bots,
  limits_reached: limits,
}: Report): KeptVerdict | undefined {
  if (known.length === 0 || bots.length === 0) return undefined;
  const strays = bots
    .map((bot) => ({ name: bot.name, visits: ownDisallowed(bot) }))
    .filter(({ visits }) => visits > 0)
    .sort((one, other) => other.visits - one.visits);
  if (strays.length === 0)
    return { tone: 'good', text: limits.length === 0 ? KEPT_TO.all : KEPT_TO.allAsFarAsJudged };
  const visits = strays.reduce((sum, bot) => sum + bot.visits, 0);
  const named = strays
    .slice(0, MOST_NAMED)
    .map((bot) => `${asShown(bot.name)} ${inFull(bot.visits)}`);
  const others = strays.length - named.length;
  const most = [...named, ...(others > 0 ? [KEPT_TO.others(others)] : [])].join(', ');
  return {
    tone: 'bad',
    text: KEPT_TO.notAll({ strays: strays.length, bots: bots.length, visits, most }),
  };
}

/** Which limits kept visits from being judged, in sentences, each once. */
export function limitsInWords({ limits_reached: limits }: Report): string[] {
  const counts = new Map<Limit['limit'], number | null>();
  for (const { limit, count } of limits) {
    const before = counts.get(limit) ?? 0;
    counts.set(limit, before === null || count === null ? null : before + count);
  }
  const sentences = [...counts].map(([limit, count]) => texts.robots.limits[limit](count));
  const needsLess = limits.some(({ limit }) => SHORTENED.has(limit));
  return needsLess ? [...sentences, texts.robots.fewerDays] : sentences;
}

const SHORTENED = new Set<string>(['pages', 'path_octets', 'work', 'time']);
