import { useState } from 'preact/hooks';
import { withFilter } from '../../address/address.js';
import { askedBots, askedUtcDays } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import type { ViewProps } from '../view.js';
import { CoveredPages } from './covered-pages.js';
import { Readers } from './readers.js';
import { showingOf } from './showing.js';
import { SitemapPanel } from './sitemap-panel.js';

/** So many pages are shown at first, and after the wish for more. */
const ROWS = [50, 200, 1_000] as const;

/** Which pages AI bots read, of those that the website has or that people read. */
export function Coverage(props: ViewProps) {
  const { address, website, shared } = props;
  const [step, setStep] = useState(0);
  const limit = ROWS[step] ?? 1_000;
  const filters = withFilter(address.filters, 'verification', undefined);
  // It is about AI bots only.
  const bots = askedBots({ filters: withFilter(filters, 'visitors', undefined) });
  const { path } = address.filters;
  const query = {
    ...{ ...askedUtcDays(address), ...bots, ...(path && { path }) },
    ...(address.kind === 'visited' && { of: 'visited' as const }),
    ...{ show: showingOf(address.tab).show, limit },
  };
  const answer = useAnswer('/api/v1/websites/{id}/coverage', { id: website.id, query });
  return (
    <div class="stack">
      {shared === undefined && <SitemapPanel website={website} />}
      <Readers {...props} report={answer} />
      <CoveredPages
        {...props}
        report={answer}
        query={query}
        onMore={ROWS[step + 1] === undefined ? undefined : () => setStep(step + 1)}
      />
    </div>
  );
}
