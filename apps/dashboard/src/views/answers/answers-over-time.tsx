import type { ComponentChildren } from 'preact';
import { askedBots, askedDays, askedDimension } from '../../api/asked.js';
import { Tabs } from '../../parts/tabs.js';
import { answerSeries } from './answer-series.js';
import { OverTime } from '../over-time.js';
import type { ViewProps } from '../view.js';
import { answerSentence } from './answer-sentence.js';
import { ANSWER_TABS, answerTabOf, visitorsOf } from './answer-tabs.js';

const TITLE = 'Responses';
/** Of so many status codes the API gives the series; few websites have more. */
const MOST_STATUSES = 100;

/** The classes of responses over time. */
export function AnswersOverTime(props: ViewProps) {
  const { address } = props;
  const { exact_path, path, verification } = address.filters;
  const chosen = answerTabOf(address.tab);
  const visitors = visitorsOf(chosen, address.filters);
  const tabs = <Tabs label="Whose responses" tabs={ANSWER_TABS} shown={chosen.tab} />;
  if (exact_path !== undefined || verification !== undefined)
    return (
      <Uncounted tabs={tabs}>
        Status codes are not counted by {exact_path === undefined ? 'verification' : 'page'}. Take
        this filter away to see them over time.
      </Uncounted>
    );
  const query = {
    ...{ ...askedDays(address), ...askedBots(address), ...askedDimension(address) },
    ...(visitors && { visitors }),
  };
  return (
    <>
      {path !== undefined && (
        <p class="summary">
          Status codes are not counted by the start of a path: the chart is of all pages, and the
          lists are of those below {path}
        </p>
      )}
      <OverTime
        {...props}
        title={TITLE}
        query={query}
        group="status"
        groups={MOST_STATUSES}
        seriesOf={({ groups = [] }) => answerSeries(groups)}
        sentenceOf={answerSentence}
        controls={tabs}
      />
    </>
  );
}

function Uncounted({ tabs, children }: { tabs: ComponentChildren; children: ComponentChildren }) {
  return (
    <section class="panel" aria-label={TITLE}>
      <header>
        <h2>{TITLE}</h2>
        {tabs}
      </header>
      <p class="empty">{children}</p>
    </section>
  );
}
