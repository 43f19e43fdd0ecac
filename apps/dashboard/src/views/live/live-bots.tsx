import { BotLink } from '../../parts/bot-link.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { timeInWords } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import { Verdict } from '../bots/verdict.js';
import type { LiveReport } from './live-report.js';

/** The bots of the last thirty minutes, with what their addresses prove. */
export function LiveBots({ bots }: Pick<LiveReport, 'bots'>) {
  return (
    <Panel title={texts.live.bots.title} isThere>
      <Table
        caption={texts.live.bots.caption}
        rows={bots}
        keyOf={({ name }) => name}
        barOf={partOfHighest(bots, ({ visits }) => visits)}
        empty={texts.live.noBots}
        columns={[
          { id: 'name', title: texts.common.bot, cell: (bot) => <BotLink {...bot} /> },
          {
            ...{ id: 'verified', title: texts.common.verified, weight: 2 },
            cell: (bot) => <Verdict of={bot} />,
          },
          {
            ...{ id: 'last', title: texts.common.lastVisit, kind: 'number', weight: 1 },
            cell: ({ last_seen: last }) => <time dateTime={last}>{timeInWords(last)}</time>,
          },
          {
            ...{ id: 'visits', title: texts.common.visits, kind: 'number' },
            cell: ({ visits }) => inFull(visits),
          },
        ]}
      />
    </Panel>
  );
}
