import { useState } from 'preact/hooks';
import type { DataOf, QueryOf, Website } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { CopyButton } from '../../parts/copy-button.js';
import { categoryInWords } from '../../words/categories.js';
import { counted } from '../../words/numbers.js';

const GENERATE = '/api/v1/websites/{id}/robots/generate';

/** Those whose operators mostly say that their bots obey. */
const OFFERED = ['ai_training', 'ai_data_provider', 'ai_search', 'ai_assistant', 'ai_agent', 'seo'];

/** Lines against the bots of chosen categories, ready to copy. */
export function WriteRules({ website }: { website: Website }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const query = { disallow: chosen.join(',') } as unknown as QueryOf<typeof GENERATE>;
  const { data } = useAnswer(GENERATE, chosen.length > 0 ? { id: website.id, query } : undefined);
  const toggle = (category: string) =>
    setChosen(OFFERED.filter((one) => chosen.includes(one) !== (one === category)));
  return (
    <section class="panel" aria-label="Rules against bots">
      <header>
        <h2>Rules against bots</h2>
        {chosen.length > 0 && data && <CopyButton text={data.text} what="rules" />}
      </header>
      <p class="summary">
        Lines that ask the known bots of these categories to stay away, by their names. Add them to
        your robots.txt; whether a bot obeys is up to its operator.
      </p>
      <form class="form robots-form">
        <fieldset>
          <legend>Categories</legend>
          {OFFERED.map((category) => (
            <label key={category}>
              <input
                type="checkbox"
                checked={chosen.includes(category)}
                onChange={() => toggle(category)}
              />
              {categoryInWords(category)}
            </label>
          ))}
        </fieldset>
      </form>
      {chosen.length > 0 && data && <Rules {...data} />}
    </section>
  );
}

function Rules({ text, bots }: DataOf<typeof GENERATE>) {
  return (
    <details open>
      <summary>{counted(bots, 'bot')}</summary>
      <pre tabIndex={0}>{text}</pre>
    </details>
  );
}
