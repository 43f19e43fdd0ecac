import { type BrowserVisits, createBrowserVisits, joinBrowserVisits } from './browser-visits.js';
import { createEvidence, type Evidence, EvidenceMerger } from './evidence.js';

/** What is kept of the visitors of one website on one UTC day: what they showed, and their visits. */
export interface VisitorRecords {
  evidence: Evidence;
  visits: BrowserVisits;
}

export const NO_RECORDS: VisitorRecords = {
  evidence: createEvidence(0),
  visits: createBrowserVisits(0),
};

/** Returns several pieces as one, with one row of evidence for each visitor and hour. */
export function mergeRecords(pieces: readonly VisitorRecords[]): VisitorRecords {
  const [only] = pieces;
  if (only && pieces.length === 1) return only;
  const merger = new EvidenceMerger(pieces.reduce((sum, { evidence }) => sum + evidence.count, 0));
  const moved = pieces.map(({ evidence, visits }) => {
    const rowOf = new Int32Array(evidence.count);
    for (let row = 0; row < evidence.count; row++) rowOf[row] = merger.add(evidence, row);
    return { visits, rowOf };
  });
  return { evidence: merger.result(), visits: joinBrowserVisits(moved) };
}
