// Compares the mean cost of a verdict with isbot in a real mix of user agents, in turns in one run.
import { classify, createClassifier } from '@app/classification';
import { isbot } from 'isbot';
import { readLogs, readSamples } from '../accuracy/samples.js';
import { type Cell, median, printTable } from './figures.js';

type Judge = (userAgent: string) => unknown;

/** A pass has at least so many user agents, because the clock of the processor is coarse. */
const SMALLEST_PASS = 10_000;
const PASSES = 15;
/** A worker remembers this many user agents by default. */
const REMEMBERED = 50_000;

interface Mix {
  readonly name: string;
  readonly distinct: readonly string[];
  readonly requests: readonly string[];
}

function mixes(folder: string): Mix[] {
  const logs = readLogs(folder);
  const of = (name: string, some: typeof logs): Mix => {
    const agents = some.flatMap((log) => [...log.agents]);
    return {
      name,
      distinct: [...new Set(agents.map(([userAgent]) => userAgent))],
      requests: agents.flatMap(([userAgent, { requests }]) =>
        Array.from({ length: requests }, () => userAgent),
      ),
    };
  };
  const samples = readSamples(folder).map(({ ua }) => ua);
  const collections = { name: 'collections', distinct: [...new Set(samples)], requests: [] };
  return [...logs.map((log) => of(log.file, [log])), of('all logs', logs), collections].filter(
    ({ distinct }) => distinct.length > 0,
  );
}

/** Returns the microseconds of the processor for each user agent of one pass. */
function timePass(judge: Judge, userAgents: readonly string[]): number {
  const times = Math.ceil(SMALLEST_PASS / userAgents.length);
  // New strings, as they come from a socket, whose hash is not yet known.
  const texts = Array.from({ length: times }, () =>
    userAgents.map((userAgent) => Buffer.from(userAgent).toString()),
  ).flat();
  const before = process.cpuUsage();
  for (const text of texts) judge(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / texts.length;
}

/** Lets both judge in turns, and returns the median of each and of their ratios. */
function compare(ours: Judge, userAgents: readonly string[]): Cell[] {
  if (userAgents.length === 0) return ['–', '–', '–'];
  const passes = Array.from({ length: PASSES }, () => {
    const [own, peer] = [timePass(ours, userAgents), timePass(isbot, userAgents)];
    return { own, peer, ratio: own / peer };
  });
  const figure = (of: (pass: (typeof passes)[number]) => number) => median(passes.map(of));
  return [figure(({ own }) => own), figure(({ peer }) => peer), figure(({ ratio }) => ratio)].map(
    (value) => value.toFixed(2),
  );
}

/** Prints the mean of each mix over distinct user agents and over requests. */
export function compareInMixes(folder: string): void {
  const unseen: Cell[][] = [];
  const remembered: Cell[][] = [];
  for (const { name, distinct, requests } of mixes(folder)) {
    const classifier = createClassifier({ cacheSize: REMEMBERED });
    const ofRequests = compare(classify, requests);
    unseen.push([name, distinct.length, ...compare(classify, distinct)]);
    unseen.push([`${name}, by request`, requests.length, ...ofRequests]);
    const known = compare((userAgent) => classifier.classify(userAgent), requests);
    remembered.push([name, requests.length, ...known]);
  }
  const head = ['mix', 'number', 'Botgauge, µs', 'isbot, µs', 'ratio'];
  const isFilled = ([, number]: Cell[]) => number !== 0;
  printTable('Mean of the processor, nothing remembered', head, unseen.filter(isFilled));
  printTable(
    'Mean of the processor for a request, as a worker remembers user agents',
    head,
    remembered.filter(isFilled),
  );
}
