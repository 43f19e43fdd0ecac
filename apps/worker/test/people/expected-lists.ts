// What reports must say about a log, counted entry by entry.
import { createClassifier, judgeRequest, referralSourceOf } from '@app/classification';
import { AUTOMATION, type LogEntry, type SentLogEntry } from '@app/contracts';
import { entriesOf } from '../../../../libs/queue/src/entry-columns.js';
import { columnsOf, judgeLog } from './judge-log.js';

const DAY_MS = 86_400_000;

/** As what a visit is counted. `none`: it came with a browser, and its visitor is not judged. */
type Kind = 'bot' | 'ai' | 'people' | 'undecided' | 'automation' | 'none';

export interface CountedVisit {
  entry: LogEntry;
  kind: Kind;
  /** The name of the bot; null for visits that count as ones of browsers. */
  bot: string | null;
  /** Operator and category of an AI bot. */
  reader: { provider: string; category: string } | null;
  isScanner: boolean;
  /** Null for bots that say so. */
  client: { browser: string; os: string; device: string } | null;
  /** The assistant that sent a visitor with a browser. */
  source: string | null;
}

/** Returns entries as the API queues them. */
export const queuedEntries = (entries: readonly SentLogEntry[]): LogEntry[] =>
  entriesOf(columnsOf(entries));

/** Tells of each entry as what it is counted. */
export async function countedVisits(
  sent: readonly SentLogEntry[],
  domain: string,
): Promise<CountedVisit[]> {
  const classifier = createClassifier({ cacheSize: 10_000 });
  const visitors = await judgeLog(sent, domain);
  const judgements = new Map<string, Kind>();
  for (const { address, agent, day, judgement } of visitors)
    if (judgement !== 'named') judgements.set(keyOf(address, agent, day), judgement);
  return queuedEntries(sent).map((entry): CountedVisit => {
    const { userAgent, path, statusCode, ip, time } = entry;
    const verdict = judgeRequest(classifier.classify(userAgent), path, statusCode);
    const named = { entry, client: null, source: null, isScanner: false };
    if (verdict.kind !== 'human') {
      const { name, provider, category } = verdict.declared ?? verdict.bot;
      named.isScanner = category === 'security_scanner';
      return verdict.kind === 'ai_bot'
        ? { ...named, kind: 'ai', bot: name, reader: { provider, category } }
        : { ...named, kind: 'bot', bot: name, reader: null };
    }
    // Without an address there is no visitor.
    const judgement = judgements.get(keyOf(ip, userAgent, Math.floor(time / DAY_MS))) ?? 'none';
    const { browser, os, device } = verdict.client;
    return {
      ...{ entry, kind: judgement, bot: judgement === 'automation' ? AUTOMATION.name : null },
      ...{ reader: null, isScanner: false },
      client: { browser: nameOf(browser), os: nameOf(os), device: nameOf(device) },
      source: referralSourceOf(entry.referer ?? null),
    };
  });
}

const nameOf = (name: string | null) => name ?? 'Unknown';
const keyOf = (address: string | null, agent: string, day: number) =>
  [address, agent, day].join('\t');

/** Returns the counts of visits, as most reports have them. */
export function countsOf(visits: readonly CountedVisit[]) {
  const count = (...kinds: Kind[]) => visits.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    bot_visits: count('bot', 'ai', 'automation'),
    human_visits: count('people', 'undecided', 'none'),
    ai_bot_visits: count('ai'),
    ...{ verified_visits: 0, spoofed_visits: 0, unverifiable_visits: 0 },
    ...{ people_visits: count('people'), undecided_visits: count('undecided') },
    ...{ automation_visits: count('automation'), not_judged_visits: count('none') },
  };
}

export const withTotal = (visits: readonly CountedVisit[]) => ({
  total_visits: visits.length,
  ...countsOf(visits),
});

const isError = ({ entry }: CountedVisit) => entry.statusCode >= 400;

export const withErrors = (visits: readonly CountedVisit[]) => ({
  ...countsOf(visits),
  error_visits: visits.filter(isError).length,
});

/** Returns the counts of all visits of a website, as its summary has them. */
export function countsOfSummary(visits: readonly CountedVisit[]) {
  const ofScanners = visits.filter(({ isScanner }) => isScanner);
  return {
    ...{ total_visits: visits.length, ...withErrors(visits) },
    ai_error_visits: visits.filter((visit) => visit.kind === 'ai' && isError(visit)).length,
    scanner_visits: ofScanners.length,
    scanner_error_visits: ofScanners.filter(isError).length,
    ai_referred_visits: visits.filter((visit) => visit.bot === null && visit.source !== null)
      .length,
  };
}

/** Returns who got visits of a status, as the list of statuses has it. */
export const countsOfStatus = (visits: readonly CountedVisit[]) => ({
  visits: visits.length,
  bot_visits: visits.filter(({ bot }) => bot !== null).length,
  ai_bot_visits: visits.filter(({ kind }) => kind === 'ai').length,
  scanner_visits: visits.filter(({ isScanner }) => isScanner).length,
});

/** Returns the counts of browsers that are not of automation, as lists about people have them. */
export function countsOfBrowsers(visits: readonly CountedVisit[]) {
  const { human_visits: own, people_visits, undecided_visits } = countsOf(visits);
  return { visits: own, people_visits, undecided_visits };
}

/** Groups visits, and returns what is told of each group by its name. Visits without one are left out. */
export function byName<Told>(
  visits: readonly CountedVisit[],
  nameOf: (visit: CountedVisit) => string | number | null,
  tell: (visits: readonly CountedVisit[]) => Told,
): Record<string, Told> {
  const groups = new Map<string | number, CountedVisit[]>();
  for (const visit of visits) {
    const name = nameOf(visit);
    if (name === null) continue;
    const group = groups.get(name);
    if (group) group.push(visit);
    else groups.set(name, [visit]);
  }
  return Object.fromEntries([...groups].map(([name, own]) => [name, tell(own)]));
}
