import { type Filters, withFilter } from '../../address/address.js';
import type { Answer } from '../../api/use-answer.js';
import { Link } from '../../parts/link.js';
import { NotByDimension } from '../../parts/not-filtered.js';
import { Panel } from '../../parts/panel.js';
import { type Column, Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { categoryInWords } from '../../words/categories.js';
import { inFull, partOf } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';
import type { ViewProps } from '../view.js';
import { countsInWords, cutInWords, type Report } from './words.js';

const TEXTS = texts.coverage.readers;

type Category = Report['categories'][number];
type Bot = Report['bots'][number];

/** How many of the pages AI bots read: all of them, each category and each bot. */
export function Readers({ address, report }: ViewProps & { report: Answer<Report> }) {
  const { data, problem, isOld } = report;
  const all = data?.counts.pages ?? 0;
  const { filters, kind } = address;
  const isChoice = kind === 'visited' || data?.of === 'sitemap';
  return (
    <Panel
      title={TEXTS.title}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={14}
      actions={
        isChoice && (
          <nav class="tabs" aria-label={TEXTS.which}>
            <Link to={{ kind: undefined }} current={kind !== 'visited'}>
              {TEXTS.sitemap}
            </Link>
            <Link to={{ kind: 'visited' }} current={kind === 'visited'}>
              {TEXTS.visited}
            </Link>
          </nav>
        )
      }
    >
      {data && (
        <p class="summary">
          {[countsInWords(data), cutInWords(data.left_out)].filter(Boolean).join(' ')}
        </p>
      )}
      <NotByDimension address={address} what={texts.common.pages} />
      {address.timezone && <p class="summary">{texts.common.pagesByUtc}</p>}
      {filters.exact_path !== undefined && <p class="summary">{TEXTS.onePage}</p>}
      <div class="halves">
        <Table
          caption={TEXTS.categories}
          rows={data?.categories ?? []}
          keyOf={({ category }) => category}
          barOf={({ pages }) => (all === 0 ? 0 : pages / all)}
          empty=""
          columns={categoryColumns(all, filters)}
        />
        <Table
          caption={TEXTS.bots}
          rows={data?.bots ?? []}
          keyOf={({ name }) => name}
          barOf={({ pages }) => (all === 0 ? 0 : pages / all)}
          empty={TEXTS.noBots}
          columns={botColumns(all, filters)}
        />
      </div>
    </Panel>
  );
}

const categoryColumns = (all: number, filters: Filters): Column<Category>[] => [
  {
    id: 'category',
    title: texts.common.category,
    cell: ({ category }) => (
      <Link to={{ filters: withFilter(filters, 'category', category) }} class="row">
        {categoryInWords(category)}
      </Link>
    ),
  },
  ...pageColumns(all),
];

const botColumns = (all: number, filters: Filters): Column<Bot>[] => [
  {
    id: 'name',
    title: texts.common.bot,
    cell: ({ name, provider }) => (
      <Link to={{ filters: withFilter(filters, 'bot', name) }} class="row">
        {asShown(name)}
        <small>{provider === name ? '' : asShown(provider)}</small>
      </Link>
    ),
  },
  ...pageColumns(all),
];

const pageColumns = (all: number): Column<{ pages: number }>[] => [
  { id: 'pages', title: texts.common.pages, kind: 'number', cell: ({ pages }) => inFull(pages) },
  { id: 'share', title: TEXTS.ofAll, kind: 'number', cell: ({ pages }) => partOf(pages, all) },
];
