import type { Answer } from '../../api/use-answer.js';
import { Panel } from '../../parts/panel.js';
import { PathLink } from '../../parts/path-link.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';
import type { ViewProps } from '../view.js';
import type { Report } from './words.js';

const TEXTS = texts.robots.notAllowed;
/** So many pages are shown. */
const ROWS = 50;

/** The pages that bots visited although the text of the day did not allow it. */
export function Disobeyed({ address, report }: ViewProps & { report: Answer<Report> }) {
  const { data, isOld } = report;
  const rows = (data?.bots ?? [])
    .flatMap(({ name, samples }) => samples.map((sample) => ({ name, ...sample })))
    .sort((a, b) => b.visits - a.visits)
    .slice(0, ROWS);
  if (data && rows.length === 0) return null;
  return (
    <Panel title={TEXTS.title} isThere={data !== undefined} isOld={isOld} lines={8}>
      <p class="summary">{TEXTS.about}</p>
      <Table
        caption={TEXTS.caption}
        rows={rows}
        keyOf={({ name, path, line, text_from }) => `${name} ${path} ${line} ${text_from}`}
        empty=""
        columns={[
          {
            id: 'path',
            title: texts.common.page,
            cell: ({ path }) => (
              <PathLink path={path} filters={address.filters} to={{ view: 'pages' }} />
            ),
          },
          {
            ...{ id: 'bot', title: texts.common.bot, weight: 2 },
            cell: ({ name }) => asShown(name),
          },
          {
            ...{ id: 'rule', title: TEXTS.rule, weight: 1 },
            cell: ({ rule, line }) => <code title={TEXTS.line(line)}>{asShown(rule)}</code>,
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
