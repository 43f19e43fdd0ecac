import { counted, inFull } from '../../words/numbers.js';
import { upperFirst, type VisitorsReport } from '../visitors.js';

/**
 * Says how many visits are not judged, why most of them are not, and what changes that. Nothing
 * where all visits are judged.
 *
 * @param isReader a reader of a shared link, who cannot change it
 */
export function mainReason(reasons: VisitorsReport['not_judged'], isReader: boolean): string {
  const [main] = reasons;
  if (!main) return '';
  const all = reasons.reduce((sum, { visits }) => sum + visits, 0);
  const head = `${counted(all, 'visit is', 'visits are')} not judged`;
  const why = reasons.length > 1 ? `, ${inFull(main.visits)} of them because ` : ': ';
  return `${head}${why}${main.why}.${isReader ? '' : ` ${upperFirst(main.remedy)}.`}`;
}
