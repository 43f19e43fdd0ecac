import type { QueryOf } from '../../api/types.js';

/** Whose answers are looked at. */
export interface AnswerTab {
  /** In the address, as `tab=`; the first one has none. */
  tab: string | undefined;
  title: string;
  /** Undefined counts people, too. */
  visitors: QueryOf<'/api/v1/websites/{id}/timeseries'>['visitors'] | undefined;
}

export const ANSWER_TABS: readonly [AnswerTab, ...AnswerTab[]] = [
  { tab: undefined, title: 'Bots', visitors: 'bots' },
  { tab: 'ai', title: 'AI bots', visitors: 'ai_bots' },
  { tab: 'all', title: 'Everybody', visitors: undefined },
];

/** Returns the tab that an address names, or the first one. */
export function answerTabOf(name: string | undefined): AnswerTab {
  return ANSWER_TABS.find(({ tab }) => tab === name) ?? ANSWER_TABS[0];
}
