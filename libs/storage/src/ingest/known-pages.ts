import type { PageVisit } from './dictionaries.js';
import { CACHED_BYTES, type KnownEntries } from './dictionary.js';
import { TextTable } from './text-table.js';

/** Roughly what a page takes in addition to the characters of its path. */
const PAGE_BYTES = 80;
const bytesOf = ({ path }: PageVisit) => PAGE_BYTES + path.length;

/**
 * Remembers the numbers of pages, of which there are far more than of anything else. When there are too
 * many, all are forgotten at once: the important ones come again with the next batch.
 */
export class KnownPages implements KnownEntries<PageVisit> {
  private readonly table = new TextTable<PageVisit>(({ path }) => path);
  private bytes = 0;

  constructor(private readonly mostBytes = CACHED_BYTES) {}

  find(pages: readonly PageVisit[]): (number | undefined)[] {
    return this.table.find(pages);
  }

  remember(page: PageVisit, number: number): void {
    if (this.table.find([page])[0] !== undefined) return;
    this.bytes += bytesOf(page);
    if (this.bytes > this.mostBytes) {
      this.table.clear();
      this.bytes = bytesOf(page);
    }
    this.table.add(page, number);
  }
}
