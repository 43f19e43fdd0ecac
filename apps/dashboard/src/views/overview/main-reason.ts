import { texts } from '../../texts/texts.js';
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
  const { visits: most, why, remedy } = main;
  const { because, mostBecause } = texts.overview.notJudged;
  const reason = reasons.length > 1 ? mostBecause({ visits: all, most, why }) : because(all, why);
  return isReader ? reason : `${reason} ${upperFirst(remedy)}.`;
}
