import type { NotJudged, ToldGroup, TrafficSummary, VisitorsOfDay } from '@app/contracts';

/** How the visitors of a day were judged. */
export interface PeopleOfDay {
  domain: string;
  website: string;
  date: string;
  visits: Pick<
    TrafficSummary,
    'people_visits' | 'undecided_visits' | 'automation_visits' | 'not_judged_visits'
  >;
  visitors: Pick<VisitorsOfDay, 'people_visitors' | 'undecided_visitors' | 'automation_visitors'>;
  not_judged: NotJudged[];
  /** Those of automation first, then undecided visitors and people. Left out when nobody asked why. */
  groups?: ToldGroup[];
}
