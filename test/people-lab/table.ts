import {
  type JudgedVisit,
  type SeenAs,
  type View,
  VIEWS,
} from '../../apps/worker/test/people/judge-visits.js';
import { type Cell, printTable } from '../bench/figures.js';

const WORDS: Record<SeenAs, string> = {
  people: 'person',
  undecided: 'undecided',
  automation: 'automation',
  none: 'not judged',
  named: 'bot with a name',
  unseen: 'not in the log',
};

/** Prints how many visits of each kind were judged how. */
export function printVerdicts(visits: readonly JudgedVisit[]): void {
  for (const website of new Set(visits.map((visit) => visit.website))) {
    const own = visits.filter((visit) => visit.website === website);
    printTable(`Website ${website}`, ['what came', 'by', 'visits', ...VIEWS], rowsOf(own));
  }
  printTable('All websites', ['label', 'visits', ...VIEWS], totalsOf(visits));
  const lost = visits.flatMap(lostRows);
  if (lost.length > 0)
    printTable('People that are called automation', ['website', 'who', 'by', 'log', 'why'], lost);
}

function rowsOf(visits: readonly JudgedVisit[]): Cell[][] {
  const groups = grouped(visits, ({ label, persona, tool }) => [label, persona, tool].join('\t'));
  return [...groups].map(([key, own]) => {
    const [label, persona = '', tool = ''] = key.split('\t');
    const who = label === 'person' ? persona : `**${persona}**`;
    return [who, tool, own.length, ...VIEWS.map((view) => verdictsOf(own, view))];
  });
}

function totalsOf(visits: readonly JudgedVisit[]): Cell[][] {
  const groups = grouped(visits, ({ label, tool }) => `${label}, ${tool}`);
  return [...groups].map(([key, own]) => [
    key,
    own.length,
    ...VIEWS.map((view) => verdictsOf(own, view)),
  ]);
}

/** Returns such as `person 3, undecided 1`. */
function verdictsOf(visits: readonly JudgedVisit[], view: View): string {
  const groups = grouped(visits, ({ verdicts }) => WORDS[verdicts[view].judgement]);
  return [...groups].map(([word, own]) => `${word} ${own.length}`).join(', ');
}

function lostRows({ label, website, persona, tool, verdicts }: JudgedVisit): Cell[][] {
  if (label !== 'person') return [];
  return VIEWS.filter((view) => verdicts[view].judgement === 'automation').map((view) => [
    ...[website, persona, tool, view],
    verdicts[view].signals.join(', '),
  ]);
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
