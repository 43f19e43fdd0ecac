import type { DataOf } from '../../api/types.js';
import { dayInShort, momentInShort } from '../../words/dates.js';
import { counted, inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';

export type Report = DataOf<'/api/v1/websites/{id}/robots'>;
export type RobotsBot = Report['bots'][number];
type Fetch = Report['fetch'];
type Limit = Report['limits_reached'][number];

const ALLOWS = { everything: 'Everything', part: 'A part', nothing: 'Nothing' } as const;
const ADDRESSED = { by_name: 'by name', as_any_bot: 'as any bot', not: 'not at all' } as const;

/** What the text allows a bot. */
export const allowsInWords = ({ allows }: RobotsBot): string =>
  allows ? ALLOWS[allows] : 'Not known';

/** How the text names a bot. */
export const addressedInWords = ({ addressed }: RobotsBot): string =>
  addressed ? ADDRESSED[addressed] : '–';

const OUTCOMES: Readonly<Record<string, string>> = {
  fetched: 'it was found',
  fetched_in_part: 'it has more than 500 KiB, of which the first lines were taken',
  web_page: 'the website answers with a web page, which forbids nothing',
  unavailable: 'the website has none, which allows everything',
  too_many_redirects: 'more than five redirects, which counts as none',
  bad_redirect: 'a redirect leads nowhere',
  not_public: 'its host has no address on the internet',
  unreachable: 'the website could not be reached',
  not_trusted: 'its certificate is not valid',
  too_slow: 'the answer came too slowly',
  error_status: 'the website answered with an error',
  unreadable: 'the answer could not be read',
  interrupted: 'the service was interrupted, and tries again later',
  time_used_up:
    'not asked, because fetching took all the time that the account has a day; it is tried tomorrow',
};

/** What came of the daily fetch, in a sentence. */
export function fetchInWords(fetch: Fetch): string {
  if (!fetch) return 'It is not fetched.';
  if (!fetch.outcome || !fetch.tried_at)
    return 'It is fetched within a minute, and then every day.';
  const status = fetch.status === null ? '' : `, status ${fetch.status}`;
  const what = OUTCOMES[fetch.outcome] ?? fetch.outcome;
  return `It is fetched every day. Last try, ${momentInShort(fetch.tried_at)} UTC: ${what}${status}.`;
}

/** Since when which text is in force, in a sentence. */
export function textInWords({ texts, days_without_text }: Report): string {
  const newest = texts.at(-1);
  if (!newest) return 'No text is known for these days, so none of their visits is judged.';
  const source = newest.source === 'given' ? 'given' : 'fetched';
  const changes = texts.length > 1 ? ` It is number ${texts.length} of these days.` : '';
  const without =
    days_without_text > 0 ? ' Earlier days have no text: their visits are not judged.' : '';
  return `The newest text of these days, ${source}, is in force since ${dayInShort(newest.from)}.${changes}${without}`;
}

/** More names than these say less. */
const MOST_NAMED = 3;

/** Whether bots keep to the texts, in a sentence. */
export interface KeptVerdict {
  tone: 'good' | 'bad';
  text: string;
}

/** Says which bots did not keep to the texts, or that all did; undefined where nothing is judged. */
export function verdictOf({
  texts,
  bots,
  limits_reached: limits,
}: Report): KeptVerdict | undefined {
  if (texts.length === 0 || bots.length === 0) return undefined;
  const strays = bots
    .filter(({ disallowed_visits: visits }) => visits > 0)
    .sort((one, other) => other.disallowed_visits - one.disallowed_visits);
  if (strays.length === 0) {
    const asFar = limits.length === 0 ? '' : ', as far as it was judged';
    return {
      tone: 'good',
      text: `No bot visited a page that the text of its day did not allow${asFar}.`,
    };
  }
  const visits = strays.reduce((sum, bot) => sum + bot.disallowed_visits, 0);
  const named = strays
    .slice(0, MOST_NAMED)
    .map((bot) => `${asShown(bot.name)} ${inFull(bot.disallowed_visits)}`);
  const others = strays.length - named.length;
  const most = [...named, ...(others > 0 ? [counted(others, 'other')] : [])];
  return {
    tone: 'bad',
    text: `${inFull(strays.length)} of ${counted(bots.length, 'bot')} made ${counted(visits, 'visit')} to pages that the text of their day did not allow: ${most.join(', ')}.`,
  };
}

const LIMITS: Record<Limit['limit'], (count: string) => string> = {
  rules: (count) =>
    `It has more than 10,000 rules. ${count} rules are not read, and bots whose rules these are are not judged.`,
  long_lines: (count) => `Lines of more than 16,663 characters are read in part: ${count}.`,
  pages: () => 'Only the first 200,000 pages are judged.',
  path_octets: (count) => `${count} pages with the longest paths are not judged.`,
  work: (count) => `${count} pages are not judged: there are too many rules for so many pages.`,
  time: (count) => `${count} pages are not judged: it took too long.`,
};

/** Which limits kept visits from being judged, in sentences, each once. */
export function limitsInWords({ limits_reached: limits }: Report): string[] {
  const counts = new Map<Limit['limit'], number | null>();
  for (const { limit, count } of limits) {
    const before = counts.get(limit) ?? 0;
    counts.set(limit, before === null || count === null ? null : before + count);
  }
  const sentences = [...counts].map(([limit, count]) =>
    LIMITS[limit](count === null ? 'Some' : inFull(count)),
  );
  const needsLess = limits.some(({ limit }) => SHORTENED.has(limit));
  return needsLess ? [...sentences, 'Ask for fewer days to have more judged.'] : sentences;
}

const SHORTENED = new Set<string>(['pages', 'path_octets', 'work', 'time']);
