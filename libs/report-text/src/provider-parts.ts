import { peopleOfList } from './judged.js';
import type { Paint } from './paint.js';
import { cutNote, INDENT, part, roomBeside, WIDEST } from './part.js';
import type { Cell, Column } from './table.js';
import { count, cutEnd, cutMiddle, wrapped } from './text.js';

const MOST_PROVIDERS = 10;
const LONGEST_PROVIDER = 24;
const LONGEST_PATH = 50;

/** An operator of AI bots and assistants. */
export interface ProviderRow {
  provider: string;
  reads: number;
  training_reads: number;
  search_reads: number;
  assistant_reads: number;
  agent_reads: number;
  spoofed_visits: number;
  /** Null when the logs do not tell who was sent by an assistant. */
  sent_visits: number | null;
  /** Null also when nobody was sent. */
  reads_per_sent_visit: number | null;
}

/** A page to which assistants sent somebody, or which they read for an answer. */
export interface LandingRow {
  path: string;
  crawled_visits: number;
  answered_visits: number;
  sent_visits: number;
  people_visits: number;
  undecided_visits: number;
}

const number = (title: string, paint?: Column['paint']): Column => ({
  ...{ title, align: 'right' },
  ...(paint && { paint }),
});

/** Says how sure the last two columns are. */
const SURE =
  'A read is a visit that was not found spoofed. Assistants often hide where somebody comes from, so more people may have been sent.';

/** From so many on, a ratio has no decimals. */
const WHOLE_FROM = 100;

function ratioOf({ reads_per_sent_visit: ratio }: ProviderRow): Cell {
  return ratio !== null && ratio >= WHOLE_FROM ? count(ratio) : ratio;
}

/** Renders what operators read and whom they sent, or nothing when none came. */
export function providersPart(providers: readonly ProviderRow[], paint: Paint): string[] {
  if (providers.length === 0) return [];
  const shown = providers.slice(0, MOST_PROVIDERS);
  const columns: Column[] = [
    number('reads', paint.ai),
    number('training'),
    number('search'),
    number('answers'),
    number('spoofed', paint.bot),
    number('sent', paint.human),
    number('reads per visit'),
  ];
  const cells = shown.map((row) => [
    count(row.reads),
    count(row.training_reads),
    count(row.search_reads),
    count(row.assistant_reads + row.agent_reads),
    count(row.spoofed_visits),
    row.sent_visits === null ? null : count(row.sent_visits),
    ratioOf(row),
  ]);
  const room = Math.min(LONGEST_PROVIDER, roomBeside(columns, cells));
  const rows = shown.map(({ provider }, at) => [cutEnd(provider, room), ...(cells[at] ?? [])]);
  const title = `AI operators${cutNote(shown.length, providers.length)}: what their bots read, and visits that their assistants sent`;
  const note = wrapped(SURE, WIDEST - INDENT.length).map((line) => INDENT + line);
  const table = part(title, rows, paint, [{ title: 'operator' }, ...columns]);
  return [`${table}\n${paint.dim(note.join('\n'))}`];
}

/** Renders pages in the answers of assistants, or nothing when there are none. */
export function landingsPart(landings: readonly LandingRow[], paint: Paint): string[] {
  if (landings.length === 0) return [];
  const people = peopleOfList(landings, paint);
  const columns: Column[] = [
    number('crawled', paint.ai),
    number('for answers', paint.ai),
    ...people.columns,
    number('sent', paint.human),
  ];
  const cells = landings.map((row) => [
    count(row.crawled_visits),
    count(row.answered_visits),
    ...people.cellsOf(row),
    count(row.sent_visits),
  ]);
  const room = Math.min(LONGEST_PATH, roomBeside(columns, cells));
  const rows = landings.map(({ path }, at) => [cutMiddle(path, room), ...(cells[at] ?? [])]);
  const title = 'Pages in answers of AI assistants: read by AI bots, and visits sent to them';
  return [part(title, rows, paint, [{ title: 'path' }, ...columns])];
}
