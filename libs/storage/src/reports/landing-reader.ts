import type { LandingEntry } from '@app/contracts';
import { statement } from '../database/statement.js';
import { daysBeside } from './cover-values.js';
import { type ListOrder, type ListPart, partOf } from './list-order.js';
import { PackedLookups } from './packed-lookups.js';
import { sumLandings } from './packed/landing-sums.js';
import type { DayRange } from './report-questions.js';
import { LANDING_COUNTS, LANDINGS } from './statements/landings.js';
import { valuesOfPages } from './statements/packed.js';

/** The columns that the list of landing pages can be ordered by. */
export const LANDING_COLUMNS = ['path', ...LANDING_COUNTS] as const;
export type LandingColumn = (typeof LANDING_COLUMNS)[number];

/** Which pages are listed, and what is counted of them. */
export interface LandingQuestion {
  /** Only bots of this operator; undefined for all of them. */
  provider?: string | undefined;
  /** Only visits that these assistants sent; undefined for all of them. */
  sources?: readonly string[] | undefined;
  /** The start of the paths, and the path of the only page. */
  path?: string | undefined;
  exact_path?: string | undefined;
  /** Only pages with content: no static files and other files of programs. */
  only?: 'content' | undefined;
  limit: number;
}

type PlacedLanding = LandingEntry & { place: number[] };

const FIND_KNOWN = statement('reports/find_landings_known');
const FIND_READERS = statement('reports/find_readers');

/** Reads to which pages assistants sent people, and what AI bots read of them, only from roll-ups. */
export class LandingReader extends PackedLookups {
  /** Returns a part of the pages, in an order. */
  async landings(
    websiteId: number,
    range: DayRange,
    { provider, sources, path, exact_path, only, limit }: LandingQuestion,
    { column, reversed, after }: ListOrder<LandingColumn>,
  ): Promise<ListPart<LandingEntry>> {
    const page = await this.pageId(websiteId, exact_path);
    if (page === 'unknown') return { rows: [], next: null };
    const { cover, digests, packed } = await this.packedCover(websiteId, range, [
      'sets',
      'landings',
    ]);
    const readers = await this.readers(provider);
    const sums = sumLandings(digests, { sources: sources ?? null, readers });
    // A plan for any values took the database four times as long on TimescaleDB with late visits.
    const rows: PlacedLanding[] = await this.readAnew(LANDINGS[only ?? 'all'], {
      ...{ website: websiteId, ...cover, ...valuesOfPages(sums) },
      landed: daysBeside(range, packed),
      ...{ provider: provider ?? null, sources: sources ?? null, path: path ?? null, page },
      // One page more than requested tells whether there are more.
      ...{ column, direction: reversed ? -1 : 1, limit: limit + 1 },
      ...{ after: after?.numbers ?? null, afterText: after?.texts[0] ?? null },
    });
    const part = partOf(rows, limit, ({ place, path: text }) => ({
      numbers: place,
      texts: [text],
    }));
    return { rows: part.rows.map(({ place: _, ...row }) => row), next: part.next };
  }

  private async readers(provider: string | undefined): Promise<Map<number, boolean>> {
    type Row = { bot_id: number; answers: boolean };
    const rows = await this.read<Row>('find_readers', FIND_READERS, [provider ?? null]);
    return new Map(rows.map(({ bot_id, answers }) => [bot_id, answers]));
  }

  /**
   * Returns the UTC day from which on it is known to which pages assistants sent somebody, in epoch
   * milliseconds, or null when it always is. A migration writes it once.
   */
  async knownSince(): Promise<number | null> {
    const rows = await this.read<{ since: number | null }>('landings_known', FIND_KNOWN, []);
    return rows[0]?.since ?? null;
  }
}
