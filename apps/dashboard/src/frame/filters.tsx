import { FILTERS, type Address, type FilterName, withFilter } from '../address/address.js';
import { navigate } from '../address/navigation.js';
import { askedMostBots } from '../api/most-bots.js';
import type { Website } from '../api/types.js';
import { useAnswer } from '../api/use-answer.js';
import { texts } from '../texts/texts.js';
import { asShown } from '../words/strangers.js';
import { filterOf, type Suggestion, suggestionsOf, valueInWords } from './suggestions.js';

const { filterNames } = texts.frame;

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
    <search class="filters" aria-label={texts.frame.filters}>
      <FilterField suggestions={suggestions} onFilter={set} />
      {names.map((name) => (
        <span key={name} class="chip">
          <span>{filterNames[name]}</span>
          <b>{asShown(valueInWords(name, filters[name] ?? ''))}</b>
          <button
            type="button"
            aria-label={texts.frame.takeAway(
              filterNames[name],
              valueInWords(name, filters[name] ?? ''),
            )}
            onClick={() => set(name, undefined)}
          >
            ×
          </button>
        </span>
      ))}
      {names.length > 1 && (
        <button type="button" class="quiet" onClick={() => navigate({ filters: {} })}>
          {texts.frame.clearAll}
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
        placeholder={texts.frame.field}
        aria-label={texts.frame.fieldTitle}
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
