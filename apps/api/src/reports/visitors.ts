import {
  NOT_JUDGED,
  NOT_JUDGED_REASONS,
  type NotJudged,
  type NotJudgedReason,
  type VisitorsOfDay,
} from '@app/contracts';
import type { DayRange, VisitorsRow } from '@app/storage';
import { ApiError } from '../http/api-error.js';
import { type DaySpan, lengthOf } from './calendar.js';
import { utcBuckets } from './series.js';

const MAX_DAYS = 1_100;

/** The visitors of some days, and why visits are not judged. */
export interface VisitorsReport {
  days: VisitorsOfDay[];
  /** Most visits first. */
  not_judged: NotJudged[];
}

/** @throws ApiError VALIDATION_ERROR when the days are too many for one answer */
export function refuseTooManyDays(span: DaySpan): void {
  const days = lengthOf(span);
  if (days <= MAX_DAYS) return;
  throw new ApiError(
    'VALIDATION_ERROR',
    `visitors takes at most ${MAX_DAYS} days, not ${days}; ask for fewer days`,
  );
}

/** Returns a row for every day of the range. On a day without visits there are no visitors. */
export function visitorsReport(rows: readonly VisitorsRow[], range: DayRange): VisitorsReport {
  const { starts, dates } = utcBuckets(range, 'day');
  const byDay = new Map(rows.map((row) => [row.bucket * 1000, row]));
  const days = starts.map((start, at) => ({
    date: dates[at] ?? '',
    ...countsOf(byDay.get(start.getTime()) ?? NOBODY),
  }));
  return { days, not_judged: reasonsOf(days) };
}

const NOBODY: Omit<VisitorsRow, 'bucket'> = {
  ...{ people_visitors: 0, undecided_visitors: 0, automation_visitors: 0 },
  ...{ not_judged_visits: 0, no_files_visits: 0 },
  ...{ no_address_visits: 0, shared_address_visits: 0, no_key_visits: 0 },
};

/** What is left when all reasons that were counted are taken away was never looked at. */
function countsOf(row: Omit<VisitorsRow, 'bucket'>): Omit<VisitorsOfDay, 'date'> {
  const { no_files_visits, no_address_visits, shared_address_visits, no_key_visits } = row;
  const counted = no_files_visits + no_address_visits + shared_address_visits + no_key_visits;
  return {
    people_visitors: row.people_visitors,
    undecided_visitors: row.undecided_visitors,
    automation_visitors: row.automation_visitors,
    not_judged_visits: row.not_judged_visits,
    ...{ no_files_visits, no_address_visits, shared_address_visits, no_key_visits },
    no_evidence_visits: Math.max(0, row.not_judged_visits - counted),
  };
}

function reasonsOf(days: readonly VisitorsOfDay[]): NotJudged[] {
  const visitsOf = (reason: NotJudgedReason) =>
    days.reduce((sum, day) => sum + day[`${reason}_visits`], 0);
  return NOT_JUDGED_REASONS.map((reason) => ({
    ...{ reason, visits: visitsOf(reason) },
    ...NOT_JUDGED[reason],
  }))
    .filter(({ visits }) => visits > 0)
    .sort((one, other) => other.visits - one.visits);
}
