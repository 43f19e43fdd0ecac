import { judgeRequest } from '@app/classification';
import type { Behaviour } from '@app/config';
import type { Verdict } from '@app/contracts';
import type { ClassifiedPart } from './classify.js';

/** A part whose visits of browsers were judged by what they ask for. */
export interface RequestedPart extends ClassifiedPart {
  /** The rows of people by their agents that asked for what no site links. */
  probes: ReadonlySet<number>;
}

export interface RequestsStepDependencies {
  /** How visits of browsers are judged where a website does not choose it; by default by agents only. */
  behaviour?: Behaviour;
}

const NONE: ReadonlySet<number> = new Set();

/** Judges visits that came with a browser by what they ask for. */
export function createRequestsStep({ behaviour = 'off' }: RequestsStepDependencies) {
  return function judgeRequests(part: ClassifiedPart): RequestedPart {
    if (behaviour === 'off') return { ...part, probes: NONE };
    const scanners = scannersIn(part);
    if (scanners.size === 0) return { ...part, probes: NONE };
    const verdicts = [...part.verdicts];
    const probes = new Set<number>();
    for (const [row, verdict] of scanners) {
      if (verdicts[row]?.kind === 'human') probes.add(row);
      verdicts[row] = verdict;
    }
    return { ...part, verdicts, probes };
  };
}

/** Returns the new verdicts on visits that ask for what no site links, by row. */
function scannersIn({
  part: { entries },
  places,
  verdicts: before,
  websiteIds,
  behaviours,
}: ClassifiedPart): ReadonlyMap<number, Verdict> {
  const { path, statusCode } = entries;
  const verdicts = new Map<number, Verdict>();
  // A loop, because this is asked for every visit.
  for (let row = 0; row < places.length; row++) {
    const place = places[row] as number;
    const verdict = before[row] as Verdict;
    const text = path.texts[path.places[place] as number] as string;
    const judged = judgeRequest(verdict, text, statusCode[place] as number);
    if (judged !== verdict && behaviours.get(websiteIds[row] as number) !== 'off')
      verdicts.set(row, judged);
  }
  return verdicts;
}
