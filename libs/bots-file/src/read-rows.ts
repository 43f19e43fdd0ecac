import { BOT_REGISTRY, type RegisteredBot, slugOf } from '@app/classification';
import type { z } from 'zod';
import {
  FIRST_ADDED_ID,
  FIRST_NAMED_ID,
  type FileRow,
  LAST_ADDED_ID,
  MOST_ROWS,
  type RowFault,
} from './bots-file.js';
import { FIELDS, fileRowSchema, NEEDED_FIELDS } from './row-schema.js';

/** A row of a file, its place there, and the row of a registry that it makes. */
export interface ReadRow {
  /** From 1 on. */
  readonly place: number;
  readonly bot: RegisteredBot;
}

export type ReadRows =
  | { readonly kind: 'rows'; readonly rows: readonly ReadRow[] }
  | { readonly kind: 'faults'; readonly faults: readonly RowFault[] };

const OF_RELEASE: ReadonlyMap<number, RegisteredBot> = new Map(
  BOT_REGISTRY.map((row) => [row.id, row]),
);

/** Reads the text of a file, and checks every row by itself. Returns all faults, not the first. */
export function readRows(text: string): ReadRows {
  const document = parseJson(text);
  if (document.kind === 'fault') return faulty({ problem: document.problem });
  if (!Array.isArray(document.value))
    return faulty({ problem: 'the file must be a list of rows: [{"id": 100000, "name": …}, …]' });
  if (document.value.length > MOST_ROWS)
    return faulty({
      problem: `the file has ${document.value.length} rows: it may have at most ${MOST_ROWS}`,
    });
  const read = document.value.map((value, index) => readRow(value, index + 1));
  const faults = read.flatMap((one) => ('bot' in one ? [] : one.faults));
  if (faults.length > 0) return faulty(...faults);
  return { kind: 'rows', rows: read.filter((one) => 'bot' in one) };
}

function faulty(...faults: RowFault[]): ReadRows {
  return { kind: 'faults', faults };
}

function parseJson(text: string) {
  try {
    return { kind: 'value', value: JSON.parse(text.replace(/^\uFEFF/, '')) as unknown } as const;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'fault', problem: `the file is not JSON: ${reason}` } as const;
  }
}

function readRow(value: unknown, place: number): ReadRow | { faults: RowFault[] } {
  const result = fileRowSchema.safeParse(value);
  const fault = (field: string | undefined, problem: string): RowFault => ({
    row: place,
    called: calledIn(value),
    field,
    problem,
  });
  if (!result.success) return { faults: result.error.issues.map((one) => fault(...said(one))) };
  const made = toBot(result.data);
  return 'problem' in made ? { faults: [fault(made.field, made.problem)] } : { place, bot: made };
}

/** Returns the field and the problem of an issue. */
function said(issue: z.core.$ZodIssue): [field: string | undefined, problem: string] {
  if (issue.code === 'unrecognized_keys')
    return [issue.keys.join(', '), `is no field of a row: rows have ${FIELDS.join(', ')}`];
  const field = issue.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : String(part)))
    .join('');
  return [field || undefined, issue.message];
}

function calledIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, id } = value as { name?: unknown; id?: unknown };
  if (typeof name === 'string') return name.slice(0, 80);
  return typeof id === 'number' ? String(id) : undefined;
}

interface Refusal {
  field: string;
  problem: string;
}

function toBot(row: FileRow): RegisteredBot | Refusal {
  if (row.id >= FIRST_ADDED_ID && row.id <= LAST_ADDED_ID) return addedBot(row);
  const known = OF_RELEASE.get(row.id);
  if (known === undefined)
    return {
      field: 'id',
      problem:
        `must be from ${FIRST_ADDED_ID} to ${LAST_ADDED_ID} for a bot of your own; ` +
        `the registry of this release has no row ${row.id} to change`,
    };
  return changedBot(row, known);
}

function addedBot(row: FileRow): RegisteredBot | Refusal {
  const { id, tokens = [], signatureAgents = [], examples = [], ...rest } = row;
  const given: FileRow = { ...row, tokens: [...tokens, ...signatureAgents] };
  const missing = NEEDED_FIELDS.filter((field) => isEmpty(given[field]));
  if (missing.length > 0)
    return {
      field: missing.join(', '),
      problem: 'is needed in a row of your own (of tokens and signatureAgents, one is enough)',
    };
  const { name = '', provider = '', category = 'unidentified', documentation = null } = rest;
  const slug = rest.slug ?? (slugOf(name) || `bot-${id}`);
  const agents = signatureAgents.length > 0 ? { signatureAgents } : {};
  return {
    ...rest,
    id,
    slug,
    name,
    provider,
    category,
    documentation,
    tokens,
    examples,
    ...agents,
  };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/**
 * The slug stays, because lists of addresses know the bot by it. Tokens of the registry that are
 * taken away take their examples with them.
 */
function changedBot(row: FileRow, known: RegisteredBot): RegisteredBot | Refusal {
  if (row.id < FIRST_NAMED_ID)
    return {
      field: 'id',
      problem: `must be another one: ${known.name} (${row.id}) is recognised by a rule, and cannot be changed`,
    };
  if (row.slug !== undefined && row.slug !== known.slug)
    return { field: 'slug', problem: `must be left out: that of ${known.name} is ${known.slug}` };
  const bot = { ...known, ...row };
  if (bot.tokens.length + (bot.signatureAgents?.length ?? 0) === 0)
    return { field: 'tokens', problem: 'must have an item, or nothing would name the bot' };
  return bot;
}
