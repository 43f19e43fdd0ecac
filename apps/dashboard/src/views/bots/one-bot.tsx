import { askedBots, askedDaysOfBots, askedDimension, askedPage } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { Panel } from '../../parts/panel.js';
import { texts } from '../../texts/texts.js';
import { spanInWords } from '../../words/dates.js';
import { spanOf } from '../../address/days.js';
import { OverTime } from '../over-time.js';
import { PagesOfBot } from './pages-of-bot.js';
import type { ViewProps } from '../view.js';
import { BotAddresses } from './bot-addresses.js';
import { BotFacts } from './bot-facts.js';
import { RobotsPanel } from './robots-panel.js';

/** A bot: who it is, when it came, what it read and got, and whether it is who it says it is. */
export function OneBot(props: ViewProps & { name: string }) {
  const { address, website, today, name } = props;
  const { exact_path } = address.filters;
  const { verification } = askedBots(address);
  const days = askedDaysOfBots(address);
  const filters = {
    bot: name,
    ...(verification && { verification }),
    ...askedPage(address),
    ...askedDimension(address),
  };
  const query = { ...days, ...filters };
  const { data, problem, isOld } = useAnswer('/api/v1/websites/{id}/bots', {
    ...{ id: website.id, query },
  });
  const { data: known } = useAnswer('/api/v1/bots', { query: { bot: name } });
  const bot = data?.bots[0];
  const documented = known?.bots[0];
  const hasAnswers = !exact_path;
  return (
    <div class="stack">
      <Panel
        title={bot?.name ?? documented?.name ?? name}
        isThere={data !== undefined}
        problem={problem}
        isOld={isOld}
        lines={4}
      >
        {bot ? (
          <BotFacts address={address} bot={bot} documentation={documented?.documentation} />
        ) : (
          <p class="empty">{texts.bots.absent(name, spanInWords(spanOf(address.days, today)))}</p>
        )}
      </Panel>
      {bot && (
        <>
          <OverTime
            {...props}
            title={hasAnswers ? texts.common.visitsByStatus : texts.common.visits}
            query={query}
            group={hasAnswers ? 'status' : undefined}
            isMarked={({ subject }) => subject === name}
          />
          <div class="halves">
            <PagesOfBot {...props} bot={name} />
            <div class="stack">
              <BotAddresses {...props} bot={bot} />
              <RobotsPanel bot={bot} />
            </div>
          </div>
        </>
      )}
    </div>
  );
}
