import { useState } from 'preact/hooks';
import type { DataOf, QueryOf, Website } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { CopyButton } from '../../parts/copy-button.js';
import { texts } from '../../texts/texts.js';
import { categoryInWords } from '../../words/categories.js';

const TEXTS = texts.robots.rules;
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
    <section class="panel" aria-label={TEXTS.title}>
      <header>
        <h2>{TEXTS.title}</h2>
        {chosen.length > 0 && data && <CopyButton text={data.text} what={TEXTS.copy} />}
      </header>
      <p class="summary">{TEXTS.about}</p>
      <form class="form robots-form">
        <fieldset>
          <legend>{texts.common.categories}</legend>
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
      <summary>{TEXTS.bots(bots)}</summary>
      <pre tabIndex={0}>{text}</pre>
    </details>
  );
}
