import { texts } from '../../texts/texts.js';
import type { Counts } from './feed.js';
import { ENOUGH_ENTRIES, missingParts } from './missing-parts.js';

const words = texts.feeds.missing;

/** What the entries that came do not have, and what cannot be told for that. */
export function Missing({ of: counts }: { of: Counts }) {
  const parts = missingParts(counts);
  const isEnough = counts.entries >= ENOUGH_ENTRIES;
  return (
    <>
      {parts.length > 0 && <h3>{words.title}</h3>}
      {parts.length > 0 && (
        <ul class="missing">
          {parts.map((part) => (
            <li key={part}>{words[part]}</li>
          ))}
        </ul>
      )}
      {parts.length === 0 && isEnough && <p>{words.nothing}</p>}
      {!isEnough && <p>{words.fewEntries}</p>}
    </>
  );
}
