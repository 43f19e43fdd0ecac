import type { ApiClient } from '@app/api-client';
import type { NotJudged, ToldGroup, TrafficSummary, VisitorsOfDay } from '@app/contracts';
import { type Answer, type Dependencies, paintOf } from '../program/answering.js';
import { findWebsite } from '../program/api.js';
import { askApi } from '../program/ask-api.js';
import type { PeopleOfDay } from './people-of-day.js';
import { renderPeople } from './render-people.js';

export interface PeopleOptions {
  /** Public id or domain. */
  website: string;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  explain?: boolean;
}

/** Shows how the visitors of a day were judged, and why. */
export async function showPeople(
  dependencies: Dependencies,
  { website, day, explain = false }: PeopleOptions,
): Promise<Answer> {
  const people = await askApi(dependencies, (api) => readPeople(api, { website, day, explain }));
  return { document: people, text: renderPeople(people, paintOf(dependencies)), painted: true };
}

async function readPeople(
  api: ApiClient,
  { website, day, explain }: { website: string; day: string; explain: boolean },
): Promise<PeopleOfDay> {
  const { id, domain } = await findWebsite(api, website);
  const get = <Data>(report: string, query: Readonly<Record<string, string>> = {}) => {
    const parameters = new URLSearchParams({ start_date: day, end_date: day, ...query });
    return api.get<Data>(`/api/v1/websites/${id}/${report}?${parameters.toString()}`);
  };
  const summary = await get<TrafficSummary>('summary');
  const { days, not_judged } = await get<{ days: VisitorsOfDay[]; not_judged: NotJudged[] }>(
    'visitors',
  );
  const { people_visits, undecided_visits, automation_visits, not_judged_visits } = summary;
  const [of] = days;
  const groups: ToldGroup[] = [];
  if (explain)
    for (const query of GROUPS)
      groups.push(...(await get<{ groups: ToldGroup[] }>('automation', query)).groups);
  return {
    ...{ domain, website: id, date: day },
    visits: { people_visits, undecided_visits, automation_visits, not_judged_visits },
    visitors: {
      people_visitors: of?.people_visitors ?? null,
      undecided_visitors: of?.undecided_visitors ?? null,
      automation_visitors: of?.automation_visitors ?? null,
    },
    not_judged,
    ...(explain && { groups }),
  };
}

/** Automation first; a day has fewer groups. */
const GROUPS: readonly Readonly<Record<string, string>>[] = [
  ...[{ limit: '1000' }, { kind: 'undecided' }, { kind: 'people' }],
];
