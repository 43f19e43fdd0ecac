import type { ComponentChildren } from 'preact';
import { type Address, withFilter } from '../../address/address.js';
import type { Bot } from '../../api/types.js';
import { Link } from '../../parts/link.js';
import { texts } from '../../texts/texts.js';
import { categoryInWords } from '../../words/categories.js';
import { momentInWords } from '../../words/dates.js';
import { NotByDimension } from '../../parts/not-filtered.js';
import { inFull, partOf } from '../../words/numbers.js';
import { Question } from '../overview/question.js';

const TEXTS = texts.bots.facts;

interface BotFactsProps {
  address: Address;
  bot: Bot;
  /** The operator's page about the bot; null or undefined when none is known. */
  documentation: string | null | undefined;
}

/** What is known of a bot, and its numbers. */
export function BotFacts({ address, bot, documentation }: BotFactsProps) {
  const { filters } = address;
  const { provider, category, first_seen: first, last_seen: last } = bot;
  const { pages_visited: pages, error_visits: errors } = bot;
  return (
    <>
      {category === 'undeclared_automation' && <Question of="automation" />}
      <dl class="facts">
        <Fact title={texts.common.visits}>
          <b class="figure">{inFull(bot.visits)}</b>
        </Fact>
        {pages !== null && (
          <Fact title={TEXTS.pagesRead}>
            <b class="figure">{inFull(pages)}</b>
          </Fact>
        )}
        {errors !== null && (
          <Fact title={texts.common.errors}>
            <b class="figure">{inFull(errors)}</b> <small>{partOf(errors, bot.visits)}</small>
          </Fact>
        )}
        <Fact title={texts.common.provider}>
          <Link to={{ filters: withFilter({}, 'provider', provider) }}>{provider}</Link>
        </Fact>
        <Fact title={texts.common.category}>
          <Link to={{ filters: withFilter({}, 'category', category) }}>
            {categoryInWords(category)}
          </Link>
        </Fact>
        {first && <Fact title={TEXTS.first}>{momentInWords(first)}</Fact>}
        {last && <Fact title={TEXTS.last}>{momentInWords(last)}</Fact>}
        {documentation && (
          <Fact title={TEXTS.documentation}>
            <a href={documentation} target="_blank" rel="noreferrer">
              {hostOf(documentation)}
            </a>
          </Fact>
        )}
      </dl>
      {bot.declared && <p class="summary">{TEXTS.declared}</p>}
      {Object.keys(filters).length > 1 && <p class="summary">{TEXTS.filtered}</p>}
      <NotByDimension address={address} what={texts.bots.pagesAndTimes} isMissing />
    </>
  );
}

function Fact({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The registry and files of operators have only addresses of the web here. */
function hostOf(address: string): string {
  // eslint-disable-next-line no-restricted-properties -- browsers answer rightly
  return URL.canParse(address) ? new URL(address).host : address;
}
