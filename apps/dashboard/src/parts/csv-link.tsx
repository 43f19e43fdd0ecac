import { texts } from '../texts/texts.js';

/** Downloads what a table or chart shows as CSV, with the same days and filters. */
export function CsvLink({ href, what }: { href: string; what: string }) {
  return (
    <a class="quiet csv" href={href} download>
      {texts.parts.csv}
      <span class="unseen"> {texts.parts.csvOf(what)}</span>
    </a>
  );
}
