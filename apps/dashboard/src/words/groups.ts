import type { DataOf } from '../api/types.js';
import { texts } from '../texts/texts.js';

/** What a sentence about a group of visitors says of it. */
export type GroupFigures = NonNullable<
  DataOf<'/api/v1/websites/{id}/findings'>['findings'][number]['of_group']
>;
type Group = DataOf<'/api/v1/websites/{id}/automation'>['groups'][number];

const words = texts.groups;

/** Says a group in one sentence: `One Chrome on 260 addresses: 6,020 visits, counted as automation.` */
export function groupInWords(group: Group): string {
  const { kind, visits, networks, pages } = group;
  const network = networks[0]?.network ?? null;
  const who = groupSubject({ ...group, network, page: pages[0]?.path ?? null });
  if (kind === 'undecided') return words.undecided(who, visits);
  return kind === 'people' ? words.countedAsPeople(who, visits) : words.countedAs(who, visits);
}

/** Says who a group is, as the begin of a sentence. */
export function groupSubject(group: GroupFigures): string {
  const { kind, merged, visitors, agents_total: agents, browser, page, network } = group;
  return merged > 1
    ? words.whoOfMany(merged, words.many[kind] ?? words.manyOthers, visitors)
    : words.who[kind]({ visitors, agents, browser, page, network });
}
