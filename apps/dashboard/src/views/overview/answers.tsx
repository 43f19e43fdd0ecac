import { askedBots, askedDays, askedDimension, csvOf } from '../../api/asked.js';
import type { Summary } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { CsvLink } from '../../parts/csv-link.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { inFull, partOf } from '../../words/numbers.js';
import type { ViewProps } from '../view.js';
import { type AnswerClass, answerClasses, errorShare, statusesOf } from '../answer-classes.js';

const TEXTS = texts.overview.answers;

interface AnswersProps extends ViewProps {
  /** Has the statuses of all visits, so that only a filter by bot needs another question. */
  summary: Summary | undefined;
}

/** Status codes: how many visits got content, or an error. */
export function Answers({ address, website, summary }: AnswersProps) {
  const { exact_path, verification } = address.filters;
  const isFiltered = Object.keys(askedBots(address)).length > 0;
  const isUncounted = exact_path !== undefined || verification !== undefined;
  const query = {
    ...askedDays(address),
    ...askedBots(address),
    ...askedDimension(address),
    interval: 'month',
    group_by: 'status',
    groups: 100,
  } as const;
  const { data, problem, isOld } = useAnswer(
    '/api/v1/websites/{id}/timeseries',
    isUncounted || !isFiltered ? undefined : { id: website.id, query },
  );
  const groups = isFiltered ? data?.groups : summary && statusesOf(summary);
  const classes = answerClasses(
    (groups ?? []).map(({ name, visits }) => ({ name: name ?? '', visits })),
  );
  return (
    <Panel
      title={texts.common.statusCodes}
      isThere={groups !== undefined || isUncounted}
      problem={problem}
      isOld={isOld}
      actions={<CsvLink href={csvOf('timeseries', website.id, query)} what={TEXTS.csv} />}
    >
      {isUncounted ? (
        <p class="empty">{exact_path ? TEXTS.notByPage : TEXTS.notByVerification}</p>
      ) : (
        <Classes classes={classes} />
      )}
    </Panel>
  );
}

function Classes({ classes }: { classes: readonly AnswerClass[] }) {
  const all = classes.reduce((sum, { visits }) => sum + visits, 0);
  return (
    <>
      <p class="summary">{TEXTS.noContent(partOf(errorShare(classes), 1))}</p>
      <Table
        caption={texts.common.visitsByStatus}
        rows={classes}
        keyOf={({ name }) => name}
        barOf={partOfHighest(classes, ({ visits }) => visits)}
        empty={TEXTS.empty}
        columns={[
          {
            id: 'name',
            title: TEXTS.statusCode,
            cell: ({ name, tone }) => (
              <>
                <i class={`key tone-${tone}`} />
                {name}
              </>
            ),
          },
          {
            id: 'share',
            title: texts.common.share,
            kind: 'number',
            cell: ({ visits }) => partOf(visits, all),
          },
          {
            id: 'visits',
            title: texts.common.visits,
            kind: 'number',
            weight: 1,
            cell: ({ visits }) => inFull(visits),
          },
        ]}
      />
    </>
  );
}
