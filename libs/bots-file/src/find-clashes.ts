import { createClassifier, type RegisteredBot } from '@app/classification';
import type { RowFault } from './bots-file.js';
import type { ReadRow } from './read-rows.js';
import { USUAL_BROWSERS } from './usual-browsers.js';

/** What no two rows may share, by field, in the form in which it is compared. */
const DISTINCT: readonly { field: string; valuesOf: (bot: RegisteredBot) => readonly string[] }[] =
  [
    { field: 'name', valuesOf: ({ name }) => [name.toLowerCase()] },
    { field: 'slug', valuesOf: ({ slug }) => [slug] },
    { field: 'tokens', valuesOf: ({ tokens }) => tokens.map((token) => token.toLowerCase()) },
    { field: 'signatureAgents', valuesOf: ({ signatureAgents }) => signatureAgents ?? [] },
  ];

/**
 * Finds what rows of a file share with other rows, and tokens that browsers of people have.
 *
 * @param others the rows of the registry that the file does not change
 */
export function findClashes(
  rows: readonly ReadRow[],
  others: readonly RegisteredBot[],
): readonly RowFault[] {
  const repeated = repeatedIds(rows);
  if (repeated.length > 0) return repeated;
  return [...DISTINCT.flatMap((one) => sharedValues(one, rows, others)), ...browserTokens(rows)];
}

function repeatedIds(rows: readonly ReadRow[]): RowFault[] {
  const places = new Map<number, number>();
  return rows.flatMap(({ place, bot }) => {
    const first = places.get(bot.id);
    if (first === undefined) places.set(bot.id, place);
    return first === undefined
      ? []
      : [
          faultOf(
            { place, bot },
            'id',
            `${bot.id} is that of row ${first}, too: give each its own`,
          ),
        ];
  });
}

function sharedValues(
  { field, valuesOf }: (typeof DISTINCT)[number],
  rows: readonly ReadRow[],
  others: readonly RegisteredBot[],
): RowFault[] {
  const owners = new Map<string, string>();
  for (const bot of others)
    for (const value of valuesOf(bot)) owners.set(value, ownerInRegistry(bot));
  return rows.flatMap((row) =>
    valuesOf(row.bot).flatMap((value) => {
      const owner = owners.get(value);
      if (owner === undefined) owners.set(value, `row ${row.place} (${row.bot.name})`);
      return owner === undefined ? [] : [faultOf(row, field, `"${value}" is that of ${owner}`)];
    }),
  );
}

function ownerInRegistry({ id, name }: RegisteredBot): string {
  return `${name} in the registry: change that row, with "id": ${id}, or take another one`;
}

/** Names one token for each browser, because the most specific one hides the others. */
function browserTokens(rows: readonly ReadRow[]): RowFault[] {
  const registry = rows.map(({ bot }) => bot);
  const classifier = createClassifier({ cacheSize: 1, registry });
  const faults = new Map<string, RowFault>();
  for (const browser of USUAL_BROWSERS) {
    const { kind, reason, ...verdict } = classifier.classify(browser);
    const row = 'bot' in verdict && rows.find(({ bot }) => bot.id === verdict.bot.id);
    if (kind === 'human' || !row || faults.has(reason)) continue;
    faults.set(reason, faultOf(row, 'tokens', `${reason} is in user agents of people: ${browser}`));
  }
  return [...faults.values()];
}

function faultOf({ place, bot }: ReadRow, field: string, problem: string): RowFault {
  return { row: place, called: bot.name, field, problem };
}
