import { providerOfSource } from '@app/classification';
import {
  type BotEntry,
  type CountedReferral,
  type ProviderCounts,
  type ProviderEntry,
  type ProviderPoint,
  READS_OF_CATEGORIES,
  type ReferralEntry,
} from '@app/contracts';
import type { PagesOfProvider, PlacedReads, PlacedReferral } from '@app/storage';
import { prefixed } from './summary.js';

/** Returns an assistant with its operator. */
export const withProvider = (referral: CountedReferral): ReferralEntry => ({
  ...referral,
  provider: providerOfSource(referral.source),
});

/** What AI bots and assistants did in a stretch of time. */
export interface Actors {
  /** AI bots that came. */
  bots: readonly BotEntry[];
  /** Assistants that sent somebody. */
  referrals: readonly CountedReferral[];
}

/** An operator with its bots that came, and its assistants that sent somebody. */
export interface Operator {
  provider: string;
  bots: BotEntry[];
  sent: CountedReferral[];
}

/** Returns the operators of bots and assistants, by their names. */
export function operatorsOf({ bots, referrals }: Actors): Map<string, Operator> {
  const operators = new Map<string, Operator>();
  const of = (provider: string) => {
    const known = operators.get(provider) ?? { provider, bots: [], sent: [] };
    operators.set(provider, known);
    return known;
  };
  for (const bot of bots) of(bot.provider).bots.push(bot);
  for (const one of referrals) of(providerOfSource(one.source)).sent.push(one);
  return operators;
}

type Split = (typeof READS_OF_CATEGORIES)[keyof typeof READS_OF_CATEGORIES] | 'other_reads';
const SPLITS: Readonly<Record<string, Split>> = READS_OF_CATEGORIES;

/** Visits that were not found spoofed. */
const readsOf = ({ visits, spoofed_visits: spoofed }: BotEntry): number => visits - spoofed;

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

/**
 * Returns the counts of an operator; of one that nobody saw they are zeros.
 *
 * @param isLogged whether the logs tell who was sent by an assistant
 */
export function countsOf(operator: Operator | undefined, isLogged: boolean): ProviderCounts {
  const { bots = [], sent = [] } = operator ?? {};
  const reads = sum(bots, readsOf);
  const split = (name: Split) =>
    sum(
      bots.filter(({ category }) => (SPLITS[category] ?? 'other_reads') === name),
      readsOf,
    );
  const sentVisits = isLogged ? sum(sent, ({ visits }) => visits) : null;
  return {
    reads,
    training_reads: split('training_reads'),
    search_reads: split('search_reads'),
    assistant_reads: split('assistant_reads'),
    agent_reads: split('agent_reads'),
    other_reads: split('other_reads'),
    verified_visits: sum(bots, (bot) => bot.verified_visits),
    spoofed_visits: sum(bots, (bot) => bot.spoofed_visits),
    unverifiable_visits: sum(bots, (bot) => bot.unverifiable_visits),
    error_visits: sum(bots, (bot) => bot.error_visits ?? 0),
    sent_visits: sentVisits,
    sent_people_visits: isLogged ? sum(sent, (one) => one.people_visits) : null,
    reads_per_sent_visit: sentVisits ? rounded(reads / sentVisits) : null,
  };
}

/** From so many on, decimals say nothing. */
const WHOLE_FROM = 100;

/** Returns a ratio with two decimals, or without any where it is large. */
function rounded(ratio: number): number {
  return ratio >= WHOLE_FROM ? Math.round(ratio) : Math.round(ratio * 100) / 100;
}

/** What is known of all operators in a period. */
export interface ProvidersKnown {
  operators: ReadonlyMap<string, Operator>;
  isLogged: boolean;
  /** Undefined where pages are not counted. */
  pages: readonly PagesOfProvider[] | undefined;
  hasSitemap: boolean;
}

/** Returns a row for each operator, in any order. */
export function providerRows({ operators, isLogged, pages, hasSitemap }: ProvidersKnown) {
  const pagesOf = new Map(pages?.map((one) => [one.provider, one]));
  return [...operators.values()].map((operator): ProviderEntry => {
    const { provider, bots } = operator;
    const own = pagesOf.get(provider);
    return {
      provider,
      ...countsOf(operator, isLogged),
      pages_visited: pages ? (own?.pages_visited ?? 0) : null,
      sitemap_pages_read: pages && hasSitemap ? (own?.sitemap_pages_read ?? 0) : null,
      bots: bots.map(({ provider: _, ...bot }) => bot),
    };
  });
}

/** Visits by bucket, as they are read. */
interface Placed {
  reads: readonly PlacedReads[];
  sent: readonly PlacedReferral[];
}

/** Returns what gives the course of an operator: a point for each date, also where its counts are zeros. */
export function coursesOf({ reads, sent }: Placed, dates: readonly string[], isLogged: boolean) {
  const readsBy = byProvider(reads, ({ provider }) => provider);
  const sentBy = byProvider(sent, ({ source }) => providerOfSource(source));
  return (provider: string): ProviderPoint[] =>
    dates.map((date, at) => ({
      date,
      reads: readsBy.get(provider)?.get(at + 1) ?? 0,
      sent_visits: isLogged ? (sentBy.get(provider)?.get(at + 1) ?? 0) : null,
    }));
}

/** Adds visits up by operator and place. */
function byProvider<Row extends { place: number; visits: number }>(
  rows: readonly Row[],
  providerOf: (row: Row) => string,
): Map<string, Map<number, number>> {
  const all = new Map<string, Map<number, number>>();
  for (const row of rows) {
    const provider = providerOf(row);
    const own = all.get(provider) ?? new Map<number, number>();
    all.set(provider, own.set(row.place, (own.get(row.place) ?? 0) + row.visits));
  }
  return all;
}

/** Returns the rows of a table: what is compared, and what was before, stands behind. */
export function providersInCells({ providers }: { providers: readonly ProviderEntry[] }): object[] {
  return providers.map(({ bots: _bots, series: _series, compared, previous, ...row }) => ({
    ...row,
    ...prefixed('compared', compared ?? {}),
    ...prefixed('previous', previous ?? {}),
  }));
}

/** Returns a row for each bucket of each operator. */
export function courseRows({ providers }: { providers: readonly ProviderEntry[] }): object[] {
  return providers.flatMap(({ provider, series = [] }) =>
    series.map(({ date, ...counts }) => ({ date, provider, ...counts })),
  );
}
