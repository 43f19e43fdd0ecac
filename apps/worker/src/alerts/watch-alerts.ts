import { newPublicId } from '@app/access';
import { DAY_MS, decide, type Decision, type Rule, ruleOf } from '@app/alerts';
import type { Logger } from '@app/observability';
import {
  AlertFacts,
  type DecidedEvents,
  type Pool,
  type UpkeepTask,
  type WatchedAlertRow,
  writeEvents,
} from '@app/storage';
import { AskedBots, askedWords } from './asked-bots.js';
import { groupRows } from './group-rows.js';
import { gatherFacts, type Gathering } from './gather-facts.js';
import { KnownPast, type WatchedSeries } from './known-past.js';
import { SlowFacts } from './slow-facts.js';

const ROUND_MS = 60_000;
/** Few enough that other upkeep waits only a moment, and many enough that little is asked. */
const WEBSITES_PER_SLICE = 200;
const LEARNT_PER_SLICE = 10;
/** After an election there is much to learn. The database has other work. */
const LEARNING_MS = 2_500;

export interface WatchSettings {
  /** For facts that reports read, too. */
  pool: Pool;
  logger: Logger;
  /** Epoch milliseconds. */
  now?: () => number;
}

interface Watched extends WatchedAlertRow {
  rule: Rule;
}

/**
 * Looks every minute what alerts have to tell. It reads facts of many websites at a time, lets the
 * library decide, and writes what begins and what is over. After a restart it knows from the database
 * what is open, and learns again what is usual.
 */
export function watchAlertsTask({
  pool,
  logger,
  now: clock = Date.now,
}: WatchSettings): UpkeepTask {
  const past = new KnownPast();
  const slow = new SlowFacts(pool, logger);
  return {
    name: 'alerts',
    async *round(client) {
      const begun = performance.now();
      const now = clock();
      const facts = new AlertFacts(client);
      const done = { opened: 0, closed: 0 };
      const alerts = (await facts.alerts()).map((row) => ({ ...row, rule: ruleOf(row) }));
      const { names, categories } = askedWords(alerts.map(({ rule }) => rule));
      const bots = new AskedBots(alerts.length > 0 ? await facts.bots(names, categories) : []);
      const dead = await deadEntriesOf(facts, alerts, now);
      const gathering = { facts, past, slow, bots, dead, now };
      const websites = new Set(alerts.map(({ website_id }) => website_id));
      for (const known of [past, slow]) known.keepOnly(websites);
      yield;
      yield* learn(gathering, alerts);
      yield* slow.look(rulesOf(alerts), now);
      for (const slice of slicesOf(alerts)) {
        const { opened, closed } = await writeEvents(
          client,
          await judge(gathering, slice),
          new Date(now),
        );
        done.opened += opened;
        done.closed += closed;
        yield;
      }
      const pauseMs = Math.max(0, ROUND_MS - (performance.now() - begun));
      return { pauseMs, ...(done.opened + done.closed > 0 ? { done } : {}) };
    },
  };
}

async function deadEntriesOf(
  facts: AlertFacts,
  alerts: readonly Watched[],
  now: number,
): Promise<Map<number, number>> {
  if (!alerts.some(({ rule }) => rule.kind === 'dead_entries')) return new Map();
  const rows = await facts.deadEntries(new Date(now - DAY_MS));
  return new Map(rows.map(({ website_id, entries }) => [website_id, entries]));
}

/** Learns what is usual on websites that are not known yet, or not any more. */
async function* learn(gathering: Gathering, alerts: readonly Watched[]): AsyncGenerator<void> {
  const { past, facts, bots, now } = gathering;
  const unknown = past.unknown(seriesOf(alerts), now);
  let workedMs = 0;
  for (let at = 0; at < unknown.length && workedMs < LEARNING_MS; at += LEARNT_PER_SLICE) {
    const begun = performance.now();
    await past.learn(facts, unknown.slice(at, at + LEARNT_PER_SLICE), bots, now);
    workedMs += performance.now() - begun;
    yield;
  }
}

/** The series of hours that the rules of each website ask for. */
function seriesOf(alerts: readonly Watched[]): WatchedSeries[] {
  const byWebsite = new Map<number, { accountId: number; of: WatchedSeries['of'] }>();
  for (const { rule, website_id, account_id } of alerts) {
    if (rule.kind !== 'unusual_visits') continue;
    const { of = [] } = byWebsite.get(website_id) ?? {};
    const one = { bot: rule.bot, category: rule.category };
    byWebsite.set(website_id, { accountId: account_id, of: [...of, one] });
  }
  return Array.from(byWebsite, ([websiteId, series]) => ({ websiteId, ...series }));
}

const rulesOf = (alerts: readonly Watched[]) =>
  alerts.map(({ rule, website_id }) => ({ rule, websiteId: website_id }));

/** Cuts the alerts, which stand in the order of their websites, between two websites. */
function slicesOf(alerts: readonly Watched[]): Watched[][] {
  const websites = [...new Set(alerts.map(({ website_id }) => website_id))];
  const sliceOf = new Map(websites.map((id, at) => [id, Math.floor(at / WEBSITES_PER_SLICE)]));
  const slices: Watched[][] = [];
  for (const alert of alerts) (slices[sliceOf.get(alert.website_id)!] ??= []).push(alert);
  return slices;
}

async function judge(gathering: Gathering, alerts: readonly Watched[]): Promise<DecidedEvents> {
  const { facts, now } = gathering;
  const ids = alerts.map(({ id }) => id);
  const open = groupRows(await facts.openEvents(ids), ({ alert_id }) => alert_id);
  const states = groupRows(await facts.states(ids), ({ alert_id }) => alert_id);
  const factsOf = await gatherFacts(gathering, rulesOf(alerts));
  const decided: DecidedEvents = {
    ...{ judged: [], open: [], keep: [], close: [], states: [], forget: [] },
  };
  for (const { id, rule, website_id, created_at, changed_at } of alerts) {
    const memory = {
      createdAt: created_at.getTime(),
      open: (open.get(id) ?? []).map(({ cause, seen_at, gone_since }) => ({
        ...{ cause, seenAt: seen_at.getTime(), goneSince: gone_since?.getTime() ?? null },
      })),
      states: (states.get(id) ?? []).map(({ cause, since, figures }) => ({
        ...{ cause, since: since.getTime(), figures },
      })),
    };
    const decision = decide(rule, factsOf({ rule, websiteId: website_id }), memory, now);
    addTo(decided, { id, kind: rule.kind, changedAt: changed_at }, decision);
  }
  return decided;
}

function addTo(
  decided: DecidedEvents,
  { id, kind, changedAt }: { id: number; kind: Rule['kind']; changedAt: Date },
  { open, keep, close, states, forget }: Decision,
): void {
  if (open.length + keep.length + close.length + states.length + forget.length === 0) return;
  decided.judged.push({ alert_id: id, changed_at: changedAt.toISOString() });
  for (const { atOnce, ...event } of open)
    decided.open.push({
      ...{ alert_id: id, public_id: newPublicId('event'), kind, at_once: atOnce, ...event },
    });
  for (const { cause, seenAt, goneSince } of keep)
    decided.keep.push({
      ...{ alert_id: id, cause, seen_at: iso(seenAt) },
      gone_since: goneSince === null ? null : iso(goneSince),
    });
  for (const { cause, since, figures } of states)
    decided.states.push({ alert_id: id, cause, since: iso(since), figures });
  for (const cause of close) decided.close.push({ alert_id: id, cause });
  for (const cause of forget) decided.forget.push({ alert_id: id, cause });
}

const iso = (time: number): string => new Date(time).toISOString();
