import { isBrowser, judgeRequest } from '@app/classification';
import type { Behaviour } from '@app/config';
import { FIRST_ERROR, type Verdict } from '@app/contracts';
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
  /** Of paths that were served, 1 for those that say nothing: most are asked for several times. */
  const isOrdinary = new Uint8Array(path.texts.length);
  // A loop, because this is asked for every visit.
  for (let row = 0; row < places.length; row++) {
    const place = places[row] as number;
    const verdict = before[row] as Verdict;
    const text = path.places[place] as number;
    const status = statusCode[place] as number;
    const isServed = status < FIRST_ERROR;
    if (isServed && isOrdinary[text] === 1) continue;
    const judged = judgeRequest(verdict, path.texts[text] as string, status);
    if (judged === verdict) {
      if (isServed && isBrowser(verdict)) isOrdinary[text] = 1;
    } else if (behaviours.get(websiteIds[row] as number) !== 'off') verdicts.set(row, judged);
  }
  return verdicts;
}
