import { Panel } from '../../parts/panel.js';
import type { ViewProps } from '../view.js';

const FORMS = [
  { format: 'ndjson', title: 'All visits as NDJSON', what: 'a line of JSON for each visit' },
  { format: 'csv', title: 'All visits as CSV', what: 'a line for each visit, for a spreadsheet' },
];

/** Gives everything that is stored of a website, as one file. */
export function ExportPanel({ website: { id, domain } }: Pick<ViewProps, 'website'>) {
  return (
    <Panel title={`Export ${domain}`} isThere>
      <p>
        Every visit that is stored, the oldest first, in one file of any length. Visits that were
        dropped because they are old are in the reports only.
      </p>
      <ul>
        {FORMS.map(({ format, title, what }) => (
          <li key={format}>
            <a href={`api/v1/websites/${encodeURIComponent(id)}/export?format=${format}`} download>
              {title}
            </a>
            : {what}
          </li>
        ))}
      </ul>
      <p class="summary">
        Where a download breaks off, its end is missing. The command <code>botgauge export</code>{' '}
        begins again where it broke off.
      </p>
    </Panel>
  );
}
