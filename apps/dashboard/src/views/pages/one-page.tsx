import { askedBots, askedUtcDays } from '../../api/asked.js';
import type { Page } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { Panel } from '../../parts/panel.js';
import { texts } from '../../texts/texts.js';
import { inFull } from '../../words/numbers.js';
import { browsersOf, knowledgeOf } from '../../words/people.js';
import { asShown } from '../../words/strangers.js';
import { AboutPeople } from '../about-people.js';
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
          <>
            <AboutPeople
              rows={browsersOf(page) > 0 ? [page] : []}
              until={data?.people_known_until}
            />
            <dl class="facts">
              {factsOf(page).map(([title, visits]) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>
                    <b class="figure">{visits === null ? '–' : inFull(visits)}</b>
                  </dd>
                </div>
              ))}
            </dl>
          </>
        ) : (
          <p class="empty">{texts.pages.one.empty}</p>
        )}
      </Panel>
      {page && (
        <>
          <OverTime {...props} title={texts.pages.one.overTime} query={query} />
          <BotsOfPage {...props} />
        </>
      )}
    </div>
  );
}

function factsOf(page: Page): [title: string, visits: number | null][] {
  const { people, browsers, bots, automation, aiBots, errors, spoofed } = texts.common;
  const isJudged = knowledgeOf([page]) === 'judged';
  return [
    ...(isJudged ? [[people, page.people_visits] satisfies [string, number | null]] : []),
    [browsers, page.human_visits],
    [bots, page.bot_visits],
    ...(isJudged ? [[automation, page.automation_visits] satisfies [string, number | null]] : []),
    [aiBots, page.ai_bot_visits],
    [errors, page.error_visits],
    [spoofed, page.spoofed_visits],
  ];
}
