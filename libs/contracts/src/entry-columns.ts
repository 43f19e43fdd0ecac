import type { AddressColumn } from './address-column.js';
import {
  type Camel,
  CARRIED_NAMES,
  type CarriedField,
  type CarriedValue,
  ROW_TEXTS,
  type RowTextField,
} from './fields/field-lists.js';

/**
 * Log entries as columns: value N of each column belongs to entry N. It takes no object for each
 * entry, and what is made of a text can be made once for all entries that have it.
 */
export interface EntryColumns extends TextColumns {
  /** The number of entries. */
  count: number;
  /** Epoch milliseconds UTC. */
  time: Float64Array;
  /** 0 to 999. */
  statusCode: Uint32Array;
  /** As numbers, because only few of them are ever needed as texts. */
  addresses: AddressColumn;
  /** The places of entries that are static files, ascending. */
  staticFiles: readonly number[];
  /** The places of entries whose address the visitor may have made up, ascending. */
  claimedAddresses: readonly number[];
}

/** The columns of the texts of entries, as the table of fields has them. */
export type TextColumns = {
  [Name in CarriedField as Camel<Name>]: TextColumn<CarriedValue<Name>>;
};

/** The columns of the texts that stand in the row of a visit. */
export type RowTexts = Pick<TextColumns, Camel<RowTextField>>;

/** The name of a column of texts. */
export type TextName = keyof TextColumns;

/** The texts of a field. Most come again, so each entry has the place of its own. */
export interface TextColumn<Text extends string | null = string> {
  /** Nearly always each text stands here once. Some may belong to no entry. */
  texts: readonly Text[];
  places: Uint32Array;
}

/** Makes the column of each text. */
export function textColumns(columnOf: (name: TextName) => TextColumn<string | null>): TextColumns {
  return Object.fromEntries(CARRIED_NAMES.map((name) => [name, columnOf(name)])) as TextColumns;
}

/** Makes the column of each text that stands in the row of a visit. */
export function rowTexts(columnOf: (name: keyof RowTexts) => TextColumn<string | null>): RowTexts {
  return Object.fromEntries(ROW_TEXTS.map(({ name }) => [name, columnOf(name)])) as RowTexts;
}

/** Returns the column of entries that do not have a text. */
export function noTexts(count: number): TextColumn<null> {
  return { texts: [null], places: new Uint32Array(count) };
}

/** Tells whether no entry has a text: so it is with most optional fields of a batch. */
export function hasNoTexts({ texts }: TextColumn<string | null>): boolean {
  return texts.length === 1 && texts[0] === null;
}

/** Returns the text of an entry. */
export function textAt<Text extends string | null>(
  { texts, places }: TextColumn<Text>,
  row: number,
): Text {
  return texts[places[row] as number] as Text;
}

/** Returns the column of some entries, which shares the texts of all. */
export function selectTexts<Text extends string | null>(
  { texts, places }: TextColumn<Text>,
  rows: Uint32Array,
): TextColumn<Text> {
  const selected = new Uint32Array(rows.length);
  // A loop, because the methods of typed arrays take several times as long.
  for (let row = 0; row < rows.length; row++) selected[row] = places[rows[row] as number] as number;
  return { texts, places: selected };
}
