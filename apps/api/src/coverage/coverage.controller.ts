import { Controller, UseInterceptors } from '@nestjs/common';
import {
  BOT_CATEGORIES,
  type CoverageOf,
  isAiCategory,
  type Sitemap,
} from '@app/contracts';
import { type Coverage, CoverageReader, Sitemaps } from '@app/storage';
import { answer } from '../http/answer.js';
import { ApiError } from '../http/api-error.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { Serves } from '../http/route.js';
import { askedDays } from '../reports/asked-days.js';
import { periodOf, rangeOf } from '../reports/calendar.js';
import { askedPlace } from '../reports/list-order.js';
import { ReportSlots } from '../reports/report-slots.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import { COVERAGE } from './routes.js';

/** Tells which pages of a website AI bots have read. */
@Controller()
@UseInterceptors(ReportSlots)
export class CoverageController {
  constructor(
    private readonly websites: OwnedWebsites,
    private readonly sitemaps: Sitemaps,
    private readonly reader: CoverageReader,
  ) {}

  @Serves(COVERAGE)
  async coverage(@Asked() asked: AskedOf<typeof COVERAGE>) {
    const { query } = asked;
    const { begun, after, cursorOf } = askedPlace(asked);
    const { days } = askedDays({ ...asked, now: begun });
    const { id } = await this.websites.find(asked.caller, asked.id);
    const { of, left_out } = await this.chosen(id, query.of);
    const { bot, provider, category, show, path, limit } = query;
    const filter = { bot, provider, category };
    const question = { of, show, filter, path, limit, after };
    const coverage = await this.reader.coverage(id, rangeOf(days), question);
    const next_cursor = cursorOf(coverage.list);
    const period = periodOf(days);
    return answer(asked, { of, period, left_out, ...documentOf(coverage), next_cursor });
  }

  /** @throws ApiError VALIDATION_ERROR when the website has no sitemap */
  private async chosen(websiteId: number, of: CoverageOf | undefined): Promise<Chosen> {
    if (of === 'visited') return VISITED;
    const sitemap = await this.sitemaps.find(websiteId);
    if (sitemap) {
      const { beyond_bound, files = 0 } = sitemap.left_out;
      return { of: 'sitemap', left_out: { beyond_bound, files } };
    }
    if (of === undefined) return VISITED;
    throw new ApiError(
      'VALIDATION_ERROR',
      'of must be visited, because this website has no sitemap: give one with PUT /api/v1/websites/{id}/sitemap',
    );
  }
}

/** Which pages should be read, and what the sitemap has beyond its bounds. */
interface Chosen {
  of: CoverageOf;
  left_out: Pick<Sitemap['left_out'], 'beyond_bound' | 'files'> | null;
}

const VISITED: Chosen = { of: 'visited', left_out: null };

function documentOf({ totals, categories, bots, list }: Coverage) {
  const share = (pages: number) => shareOf(pages, totals.pages);
  const byCategory = new Map(categories.map(({ category, pages }) => [category, pages]));
  return {
    counts: { ...totals, share: share(totals.read) },
    categories: BOT_CATEGORIES.filter(isAiCategory).map((category) => {
      const pages = byCategory.get(category) ?? 0;
      return { category, pages, share: share(pages) };
    }),
    bots: bots.map((one) => ({ ...one, share: share(one.pages) })),
    pages: list.rows,
  };
}

/** Four digits are enough. A part of the pages is never told as none or all of them. */
function shareOf(part: number, whole: number): number | null {
  if (whole === 0) return null;
  if (part === 0 || part === whole) return part / whole;
  return Math.min(0.9999, Math.max(0.0001, Math.round((part / whole) * 10_000) / 10_000));
}
