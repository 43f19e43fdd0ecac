import { askedBots, askedUtcDays } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { Panel } from '../../parts/panel.js';
import { inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';
import { OverTime } from '../over-time.js';
import type { ViewProps } from '../view.js';
import { BotsOfPage } from './bots-of-page.js';

/** A page: who read it, when, and how often it could not be given. */
export function OnePage(props: ViewProps & { path: string }) {
  const { address, website, path } = props;
  const days = askedUtcDays(address);
  const query = { ...days, ...askedBots(address), exact_path: path };
  const { data, problem, isOld } = useAnswer('/api/v1/websites/{id}/pages', {
    ...{ id: website.id, query },
  });
  const page = data?.pages[0];
  return (
    <div class="stack">
      <Panel
        title={asShown(path)}
        isThere={data !== undefined}
        problem={problem}
        isOld={isOld}
        lines={3}
      >
        {page ? (
          <dl class="facts">
            {(
              [
                ['Browsers', page.human_visits],
                ['Bots', page.bot_visits],
                ['AI bots', page.ai_bot_visits],
                ['Errors', page.error_visits],
                ['Spoofed', page.spoofed_visits],
              ] as const
            ).map(([title, visits]) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>
                  <b class="figure">{visits === null ? '–' : inFull(visits)}</b>
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <p class="empty">
            Nobody asked for this page in these days with these filters. Choose other days, or take
            a filter away.
          </p>
        )}
      </Panel>
      {page && (
        <>
          <OverTime {...props} title="Visits of this page" query={query} />
          <BotsOfPage {...props} />
        </>
      )}
    </div>
  );
}
