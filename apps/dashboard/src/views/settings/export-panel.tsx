import { Panel } from '../../parts/panel.js';
import { Rich } from '../../texts/rich.js';
import { texts } from '../../texts/texts.js';
import type { ViewProps } from '../view.js';

const { export: words } = texts.settings;
const FORMATS = ['ndjson', 'csv'] as const;

/** Gives everything that is stored of a website, as one file. */
export function ExportPanel({ website: { id, domain } }: Pick<ViewProps, 'website'>) {
  const address = `api/v1/websites/${encodeURIComponent(id)}/export`;
  return (
    <Panel title={words.title(domain)} isThere>
      <p>{words.what}</p>
      <ul>
        {FORMATS.map((format) => (
          <li key={format}>
            <Rich
              text={words[format]}
              elements={{
                link: (title) => (
                  <a href={`${address}?format=${format}`} download>
                    {title}
                  </a>
                ),
              }}
            />
          </li>
        ))}
      </ul>
      <p class="summary">
        <Rich text={words.again} />
      </p>
    </Panel>
  );
}
