import '../../style/forms.css';
import './robots.css';
import { askedBots, askedUtcDays } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { useOwnSession } from '../../api/use-own-session.js';
import { withFilter } from '../../address/address.js';
import type { ViewProps } from '../view.js';
import { Disobeyed } from './disobeyed.js';
import { KeptTo } from './kept-to.js';
import { TextPanel } from './text-panel.js';
import { WriteRules } from './write-rules.js';

/** What the website tells bots by its robots.txt, and which of them keep to it. */
export function Robots(props: ViewProps) {
  const { address, website } = props;
  const session = useOwnSession();
  const bots = askedBots({ filters: withFilter(address.filters, 'verification', undefined) });
  const query = { ...askedUtcDays(address), ...bots };
  const answer = useAnswer('/api/v1/websites/{id}/robots', { id: website.id, query });
  return (
    <div class="stack">
      <TextPanel website={website} report={answer} mayChange={session?.scope === 'full'} />
      <KeptTo {...props} report={answer} query={query} />
      <Disobeyed {...props} report={answer} />
      <WriteRules website={website} />
    </div>
  );
}
