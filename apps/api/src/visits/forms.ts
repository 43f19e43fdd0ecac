import { type VisitEntry, visitEntrySchema } from '@app/contracts';
import { toCsv } from '../http/answer.js';

/** A form in which visits are sent, piece by piece. */
export interface Form {
  contentType: string;
  /** The end of the name of the file that a browser saves. */
  extension: string;
  /** Whether a browser shows it instead. */
  isShown: boolean;
  /** Whether the text itself tells where the next part begins. */
  hasCursor: boolean;
  start: string;
  /** The text of some visits, which are the first ones or follow others. */
  some: (visits: readonly VisitEntry[], areFirst: boolean) => string;
  end: (nextCursor: string | null) => string;
}

const columns = Object.keys(visitEntrySchema.shape);

/** The envelope is that of every answer. */
const json: Form = {
  contentType: 'application/json; charset=utf-8',
  extension: 'json',
  isShown: true,
  hasCursor: true,
  start: '{"success":true,"data":{"visits":[',
  some: (visits, areFirst) =>
    `${areFirst ? '' : ','}${visits.map((visit) => JSON.stringify(visit)).join()}`,
  end: (nextCursor) => `],"next_cursor":${JSON.stringify(nextCursor)}}}`,
};

const ndjson: Form = {
  contentType: 'application/x-ndjson; charset=utf-8',
  extension: 'ndjson',
  isShown: false,
  hasCursor: false,
  start: '',
  some: (visits) => visits.map((visit) => `${JSON.stringify(visit)}\n`).join(''),
  end: () => '',
};

const csv: Form = {
  contentType: 'text/csv; charset=utf-8',
  extension: 'csv',
  isShown: false,
  hasCursor: false,
  start: toCsv({ columns, rows: [] }),
  some: (visits) => toCsv({ columns, rows: visits }, false),
  end: () => '',
};

export const FORMS = { json, ndjson, csv } as const;
