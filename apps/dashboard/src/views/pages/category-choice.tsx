import { type Filters, withFilter } from '../../address/address.js';
import { navigate } from '../../address/navigation.js';
import { texts } from '../../texts/texts.js';
import { categoryInWords } from '../../words/categories.js';

/** The classes of bots that pages are asked about most. Any other one can be a filter, too. */
const CATEGORIES = [
  'ai_search',
  'ai_training',
  'ai_assistant',
  'ai_agent',
  'ai_data_provider',
  'ai_unidentified',
  'search_engine',
  'seo',
  'social_preview',
  'security_scanner',
];

/** Chooses the class of bots whose visits are counted. */
export function CategoryChoice({ filters }: { filters: Filters }) {
  const { category = '' } = filters;
  const all =
    category === '' || CATEGORIES.includes(category) ? CATEGORIES : [...CATEGORIES, category];
  return (
    <label>
      <span class="unseen">{texts.pages.categoryOfBots}</span>
      <select
        value={category}
        onChange={(event) =>
          navigate({
            filters: withFilter(filters, 'category', event.currentTarget.value || undefined),
          })
        }
      >
        <option value="">{texts.common.allBots}</option>
        {all.map((name) => (
          <option key={name} value={name}>
            {categoryInWords(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
