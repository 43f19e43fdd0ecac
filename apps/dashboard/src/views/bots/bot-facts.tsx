import type { ComponentChildren } from 'preact';
import { type Address, withFilter } from '../../address/address.js';
import type { Bot } from '../../api/types.js';
import { Link } from '../../parts/link.js';
import { categoryInWords } from '../../words/categories.js';
import { momentInWords } from '../../words/dates.js';
import { NotByDimension } from '../../parts/not-filtered.js';
import { inFull, partOf } from '../../words/numbers.js';
import { Question } from '../overview/question.js';

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
        <Fact title="Visits">
          <b class="figure">{inFull(bot.visits)}</b>
        </Fact>
        {pages !== null && (
          <Fact title="Pages read">
            <b class="figure">{inFull(pages)}</b>
          </Fact>
        )}
        {errors !== null && (
          <Fact title="Errors">
            <b class="figure">{inFull(errors)}</b> <small>{partOf(errors, bot.visits)}</small>
          </Fact>
        )}
        <Fact title="Provider">
          <Link to={{ filters: withFilter({}, 'provider', provider) }}>{provider}</Link>
        </Fact>
        <Fact title="Category">
          <Link to={{ filters: withFilter({}, 'category', category) }}>
            {categoryInWords(category)}
          </Link>
        </Fact>
        {first && <Fact title="First visit in this period (UTC)">{momentInWords(first)}</Fact>}
        {last && <Fact title="Last visit in this period (UTC)">{momentInWords(last)}</Fact>}
        {documentation && (
          <Fact title="Documentation">
            <a href={documentation} target="_blank" rel="noreferrer">
              {hostOf(documentation)}
            </a>
          </Fact>
        )}
      </dl>
      {bot.declared && (
        <p class="summary">
          This bot is not in the registry. Name and provider are what it says of itself, and its
          category is concluded from them; nobody has checked them.
        </p>
      )}
      {Object.keys(filters).length > 1 && (
        <p class="summary">The numbers are those of the filters above.</p>
      )}
      <NotByDimension address={address} what="Pages and times" isMissing />
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
