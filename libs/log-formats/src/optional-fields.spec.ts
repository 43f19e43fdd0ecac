import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPTIONAL_FIELDS, VISIT_FIELDS } from '@app/contracts';
import { LOG_FORMAT_NAMES, type LogFormatName } from './formats.js';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures');

/** The optional fields, and the formats that the table of fields names for each. */
const FIELDS = OPTIONAL_FIELDS.map(({ field }) => [field, VISIT_FIELDS[field].logged] as const);

/** Returns the entries, rejects and skips in a file of results. A line may have a list of them. */
function resultsIn(file: string): object[] {
  const lines = JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as (object | object[])[];
  return lines.flat();
}

/** A file has the name of its format, or that and what is special in it: `combined-vhost`. */
function formatOf(file: string): LogFormatName | undefined {
  const name = file.slice(0, -'.json'.length);
  const fitting = LOG_FORMAT_NAMES.filter(
    (format) => name === format || name.startsWith(`${format}-`),
  );
  return fitting.find((format) => name === format) ?? fitting[0];
}

describe.each(FIELDS)('the field %s', (field, formats) => {
  it('is read by the formats of the table, as their fixtures show', () => {
    const found = readdirSync(FIXTURES)
      .filter((file) => file.endsWith('.json'))
      .filter((file) => resultsIn(file).some((result) => field in result))
      .map(formatOf);
    expect([...new Set(found)].sort()).toEqual([...formats].sort());
  });
});
