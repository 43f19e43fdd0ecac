import { statement } from '../database/statement.js';
import {
  coverOf,
  type CoverValues,
  coverValues,
  type StoredDigest,
  timestamp,
} from './cover-values.js';
import {
  type PackedKind,
  packedMemoryOf,
  type PackedRow,
  type Unpacked,
} from './packed/packed-memory.js';
import { ReportLookups } from './report-lookups.js';
import type { DayRange } from './report-questions.js';
import { PACKED, POSITIONS_BELOW, POSITION_OF_PAGE } from './statements/packed.js';

const FIND_AI_BOTS = statement('reports/find_ai_bots');
const FIND_SCANNERS = statement('reports/find_scanners');

export const NO_BOTS: ReadonlySet<number> = new Set();

/** What a report reads. */
export interface PackedCover {
  /** What is left to statements. */
  cover: CoverValues;
  digests: { [Kind in PackedKind]: Unpacked[Kind][] };
  /** Which digests these are. */
  packed: readonly StoredDigest[];
}

/** What reports look up that add up packed digests. */
export abstract class PackedLookups extends ReportLookups {
  /**
   * Finds out what the reports of pages and bots must read, as `cover` does, and reads those of its
   * digests that are packed.
   *
   * @param kinds what is read of each digest
   * @param suits other digests are left out of the cover
   */
  protected async packedCover(
    websiteId: number,
    range: DayRange,
    kinds: readonly PackedKind[],
    suits?: (digest: StoredDigest) => boolean,
  ): Promise<PackedCover> {
    const memory = packedMemoryOf(this.pool);
    const whole = coverOf(range, await this.coverRows(websiteId, range, suits));
    const { packed, others } = memory.readable(websiteId, kinds, whole.digests);
    const ask = (of: PackedKind, wanted: readonly StoredDigest[]): Promise<PackedRow[]> =>
      this.readFrom(PACKED[of], {
        website: websiteId,
        grains: wanted.map(({ grain }) => grain),
        starts: wanted.map(({ bucket }) => timestamp(new Date(bucket))),
      });
    const read = async <Kind extends PackedKind>(kind: Kind) =>
      kinds.includes(kind) ? memory.read(websiteId, kind, packed, ask) : [];
    return {
      cover: coverValues(range, { ...whole, digests: others }),
      digests: {
        ...{ pages: await read('pages'), sets: await read('sets') },
        ...{ hours: await read('hours'), landings: await read('landings') },
      },
      packed,
    };
  }

  /** Returns the positions of the pages that a list is limited to, or null when it is not. */
  protected async positionsOf(
    websiteId: number,
    path: string | undefined,
    page: number | null,
  ): Promise<number[] | null> {
    type Row = { positions: number[] | null };
    if (page === null && path === undefined) return null;
    const rows: Row[] =
      page === null
        ? await this.readFrom(POSITIONS_BELOW, { website: websiteId, path })
        : await this.readFrom(POSITION_OF_PAGE, { website: websiteId, page, path: path ?? null });
    return rows[0]?.positions ?? [];
  }

  protected async aiBots(): Promise<ReadonlySet<number>> {
    return idsOf(await this.read<{ id: number }>('find_ai_bots', FIND_AI_BOTS, []));
  }

  protected async scanners(): Promise<ReadonlySet<number>> {
    return idsOf(await this.read<{ id: number }>('find_scanners', FIND_SCANNERS, []));
  }
}

const idsOf = (rows: readonly { id: number }[]): ReadonlySet<number> =>
  new Set(rows.map(({ id }) => id));
