import { FILTERS, type Address, type FilterName, withFilter } from '../address/address.js';
import { navigate } from '../address/navigation.js';
import { askedMostBots } from '../api/most-bots.js';
import type { Website } from '../api/types.js';
import { useAnswer } from '../api/use-answer.js';
import { asShown } from '../words/strangers.js';
import { filterOf, type Suggestion, suggestionsOf, valueInWords } from './suggestions.js';

const TITLES: Record<FilterName, string> = {
  bot: 'Bot',
  provider: 'Provider',
  category: 'Category',
  visitors: 'Only',
  verification: 'Verification',
  path: 'Paths below',
  exact_path: 'Page',
  host: 'Host',
  country: 'Country',
};

/** The filters that hold, and a field for another one. */
export function Filters({ address, website }: { address: Address; website: Website }) {
  const { filters } = address;
  const { data } = useAnswer('/api/v1/websites/{id}/bots', {
    id: website.id,
    query: askedMostBots(address, false),
  });
  const suggestions = suggestionsOf(data?.bots ?? []);
  const names = FILTERS.filter((name) => filters[name] !== undefined);
  const set = (name: FilterName, value: string | undefined) =>
    navigate({ filters: withFilter(filters, name, value) });
  return (
    <search class="filters" aria-label="Filters">
      <FilterField suggestions={suggestions} onFilter={set} />
      {names.map((name) => (
        <span key={name} class="chip">
          <span>{TITLES[name]}</span>
          <b>{asShown(valueInWords(name, filters[name] ?? ''))}</b>
          <button
            type="button"
            aria-label={`Take the filter ${TITLES[name]} ${valueInWords(name, filters[name] ?? '')} away`}
            onClick={() => set(name, undefined)}
          >
            ×
          </button>
        </span>
      ))}
      {names.length > 1 && (
        <button type="button" class="quiet" onClick={() => navigate({ filters: {} })}>
          Clear all
        </button>
      )}
    </search>
  );
}

interface FieldProps {
  suggestions: readonly Suggestion[];
  onFilter: (name: FilterName, value: string) => void;
}

function FilterField({ suggestions, onFilter }: FieldProps) {
  const take = (field: HTMLInputElement, isWhole: boolean) => {
    const found = filterOf(field.value, suggestions, isWhole);
    if (!found) return;
    field.value = '';
    onFilter(found.name, found.value);
  };
  return (
    <>
      <input
        id="filter"
        type="search"
        list="suggestions"
        placeholder="Filter: AI, bot, provider, /path"
        aria-label="Filter by AI bots, bot, provider, category or path"
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => take(event.currentTarget, false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(event.currentTarget, true);
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <datalist id="suggestions">
        {suggestions.map(({ text }) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  );
}
