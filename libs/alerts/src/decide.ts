import type { AlertKind, Figures } from '@app/contracts';
import { automationAbove } from './automation-above.js';
import { bruteForce } from './brute-force.js';
import { coverageBelow } from './coverage-below.js';
import { deadEntries } from './dead-entries.js';
import { errorShare } from './error-share.js';
import type { Facts } from './facts.js';
import { feedRejects } from './feed-rejects.js';
import { feedSilence } from './feed-silence.js';
import { DAY_MS, MINUTE_MS } from './hours.js';
import { fleetBegun } from './fleet-begun.js';
import { newBots } from './new-bots.js';
import type { Rule } from './rule.js';
import { robotsDisobeyed } from './robots-disobeyed.js';
import type { Reading, Signal, State } from './signal.js';
import { spoofedVisits } from './spoofed-visits.js';
import { unusualVisits } from './unusual-visits.js';

/** An event that is open. */
export interface OpenEvent {
  cause: string;
  /** When its cause was last there, epoch milliseconds. */
  seenAt: number;
  /** Since when it is not. Null while it is. */
  goneSince: number | null;
}

/** What is remembered of a rule. */
export interface Memory {
  createdAt: number;
  open: readonly OpenEvent[];
  states: readonly State[];
}

export interface NewEvent {
  cause: string;
  subject: string | null;
  figures: Figures;
  /** True when it is over as soon as it is told. */
  atOnce: boolean;
}

/** What is to be done. Everything is empty when nothing changes. */
export interface Decision {
  open: NewEvent[];
  /** Open events of which something else is known now. */
  keep: OpenEvent[];
  /** The causes of events that are over. */
  close: string[];
  /** States to write, and the causes of those to forget. */
  states: State[];
  forget: string[];
}

/**
 * An event closes when its cause has been gone for so long. If it comes back before, it is the same
 * event, so nothing is told twice.
 */
const CLOSES_AFTER_MS: Record<AlertKind, number> = {
  new_bot: 0,
  unusual_visits: 60 * MINUTE_MS,
  errors: 30 * MINUTE_MS,
  spoofed: 60 * MINUTE_MS,
  feed_silent: 10 * MINUTE_MS,
  feed_rejects: 30 * MINUTE_MS,
  dead_entries: 60 * MINUTE_MS,
  robots_disobeyed: 60 * MINUTE_MS,
  coverage_below: 60 * MINUTE_MS,
  automation_above: 60 * MINUTE_MS,
  fleet_begun: 60 * MINUTE_MS,
  brute_force: 60 * MINUTE_MS,
};
/** When nothing is known of a cause for so long, it is not waited for any more. */
const UNKNOWN_FOR_MS = 14 * DAY_MS;
/** An open event is noted as seen at most so often, so that little is written. */
const SEEN_EVERY_MS = 10 * MINUTE_MS;
/** So many events of a rule are open at the same time. */
export const MOST_OPEN_EVENTS = 20;

/** Decides what begins and what is over, from what is known of the website now. */
export function decide(rule: Rule, facts: Facts, memory: Memory, now: number): Decision {
  const { signals, states } = read(rule, facts, memory, now);
  const byCause = new Map(signals.map((signal) => [signal.cause, signal]));
  const openCauses = new Set(memory.open.map(({ cause }) => cause));
  const room = MOST_OPEN_EVENTS - openCauses.size;
  const fresh = signals.filter(({ cause, level }) => level === 'on' && !openCauses.has(cause));
  const kept = memory.open.map((event) => keep(event, byCause.get(event.cause), now));
  const isOver = ({ goneSince, seenAt }: OpenEvent) =>
    (goneSince !== null && now - goneSince >= CLOSES_AFTER_MS[rule.kind]) ||
    now - seenAt >= UNKNOWN_FOR_MS;
  return {
    open: fresh.slice(0, Math.max(0, room)).map(({ cause, subject, figures, atOnce = false }) => ({
      ...{ cause, subject, figures: figures(), atOnce },
    })),
    keep: kept.filter((event, at) => event !== memory.open[at] && !isOver(event)),
    close: kept.filter(isOver).map(({ cause }) => cause),
    ...changes(memory.states, states),
  };
}

function read(rule: Rule, facts: Facts, { states, createdAt, open }: Memory, now: number): Reading {
  switch (rule.kind) {
    case 'new_bot':
      return newBots(rule, facts, states, now, createdAt);
    case 'unusual_visits':
      return unusualVisits(rule, facts, now);
    case 'errors':
      return errorShare(rule, facts, states, now);
    case 'spoofed':
      return spoofedVisits(rule, facts);
    case 'feed_silent':
      return feedSilence(rule, facts, now);
    case 'feed_rejects':
      return feedRejects(rule, facts);
    case 'dead_entries':
      return deadEntries(rule, facts);
    case 'coverage_below':
      return coverageBelow(rule, facts);
    case 'automation_above':
      return automationAbove(rule, facts);
    case 'robots_disobeyed':
      return robotsDisobeyed(rule, facts, causesOf(open));
    case 'fleet_begun':
      return fleetBegun(rule, facts, { open: causesOf(open), states, now });
    case 'brute_force':
      return bruteForce(rule, facts, { open: causesOf(open), states, now });
  }
}

const causesOf = (open: readonly OpenEvent[]) => open.map(({ cause }) => cause);

/** Returns the event itself when nothing has to be written. What nobody asks for any more is gone. */
function keep(event: OpenEvent, signal: Signal | undefined, now: number): OpenEvent {
  const level = signal?.level ?? 'off';
  if (level === 'unknown') return event;
  if (level === 'off') return event.goneSince === null ? { ...event, goneSince: now } : event;
  const isNoted = event.goneSince === null && now - event.seenAt < SEEN_EVERY_MS;
  return isNoted ? event : { ...event, goneSince: null, seenAt: now };
}

function changes(before: readonly State[], after: readonly State[] | undefined) {
  if (after === undefined) return { states: [], forget: [] };
  const causes = new Set(after.map(({ cause }) => cause));
  return {
    states: after.filter((state) => !before.includes(state)),
    forget: before.filter(({ cause }) => !causes.has(cause)).map(({ cause }) => cause),
  };
}
