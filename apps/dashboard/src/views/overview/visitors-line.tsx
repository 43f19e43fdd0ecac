import type { Asked } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { VISITORS } from '../visitors.js';
import { visitorsInShort } from './visitors-in-short.js';

interface VisitorsLineProps {
  asked: Asked<typeof VISITORS>;
  /** In UTC. */
  today: string;
}

/** How many visitors were people on a day. */
export function VisitorsLine({ asked, today }: VisitorsLineProps) {
  const { data } = useAnswer(VISITORS, asked);
  return <>{data && visitorsInShort(data.days, today)}</>;
}
