import type { Filters } from '../../address/address.js';
import type { QueryOf } from '../../api/types.js';
import { texts } from '../../texts/texts.js';

/** Whose responses are looked at. */
export interface AnswerTab {
  /** In the address, as `tab=`; the first one has none. */
  tab: string | undefined;
  title: string;
  /** Undefined counts people, too. */
  visitors: QueryOf<'/api/v1/websites/{id}/timeseries'>['visitors'] | undefined;
}

export const ANSWER_TABS: readonly [AnswerTab, ...AnswerTab[]] = [
  { tab: undefined, title: texts.common.bots, visitors: 'bots' },
  { tab: 'ai', title: texts.common.aiBots, visitors: 'ai_bots' },
  { tab: 'all', title: texts.answers.everybody, visitors: undefined },
];

/** Returns whose answers a tab shows with the filters: AI bots where one of both is about them. */
export function visitorsOf({ visitors }: AnswerTab, filters: Filters): AnswerTab['visitors'] {
  const chosen = filters.visitors as AnswerTab['visitors'];
  return visitors === 'ai_bots' ? visitors : (chosen ?? visitors);
}

/** Returns the tab that an address names, or the first one. */
export function answerTabOf(name: string | undefined): AnswerTab {
  return ANSWER_TABS.find(({ tab }) => tab === name) ?? ANSWER_TABS[0];
}
