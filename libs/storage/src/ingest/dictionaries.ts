// The kinds of dictionaries: what repeats in the visits of a website.
import { type Dictionary, type DictionaryTexts, fieldsOf } from '@app/contracts';
import { statement } from '../database/statement.js';
import { textArray } from './array-literals.js';
import type { DictionaryEntry, DictionaryKind } from './dictionary.js';

/** A visit to a page. */
export type PageVisit = DictionaryEntry & DictionaryTexts<'pages'>;
/** What a visit came with. */
export type Client = DictionaryEntry & DictionaryTexts<'clients'>;
/** Where a visit came from, and the AI assistant whose address that is, or null. */
export type Referer = DictionaryEntry & DictionaryTexts<'referers'>;

/** A host that visits came for. */
export interface Host extends DictionaryEntry {
  /** In its canonical form; empty when the sender gave none. */
  host: string;
}

/**
 * Distinct new paths per website and day. Visits to paths beyond this bound count only in totals.
 */
export const NEW_PAGES_PER_WEBSITE_AND_DAY = 50_000;
/** Distinct new clients per website and day. The texts of those beyond it stand in their visits. */
const NEW_CLIENTS_PER_WEBSITE_AND_DAY = 10_000;
const NEW_REFERERS_PER_WEBSITE_AND_DAY = 10_000;

export const PAGES: DictionaryKind<PageVisit> = kind(
  'pages',
  'path',
  NEW_PAGES_PER_WEBSITE_AND_DAY,
);
export const CLIENTS: DictionaryKind<Client> = kind(
  'clients',
  'userAgent',
  NEW_CLIENTS_PER_WEBSITE_AND_DAY,
);
export const REFERERS: DictionaryKind<Referer> = kind(
  'referers',
  'referer',
  NEW_REFERERS_PER_WEBSITE_AND_DAY,
);

/**
 * Distinct new hosts per website and day. Visitors choose them, and a website that has one for each of
 * its customers may have thousands. Visits for those beyond it are counted together.
 */
const NEW_HOSTS_PER_WEBSITE_AND_DAY = 5_000;

export const HOSTS: DictionaryKind<Host> = {
  name: 'hosts',
  find: statement('ingest/find_hosts'),
  register: statement('ingest/register_hosts'),
  key: ['host'],
  columnsOf: (entries) => [textArray(entries, ({ host }) => host)],
  bound: NEW_HOSTS_PER_WEBSITE_AND_DAY,
};

/** @param last the text of which there are the most different ones */
function kind<Name extends Dictionary>(
  name: Name,
  last: keyof DictionaryTexts<Name>,
  bound: number,
): DictionaryKind<DictionaryEntry & DictionaryTexts<Name>> {
  const texts = fieldsOf(name).map((field) => field.name as keyof DictionaryTexts<Name>);
  const textOf = (entry: DictionaryTexts<Name>, text: keyof DictionaryTexts<Name>) =>
    entry[text] as string | null;
  return {
    name,
    find: statement(`ingest/find_${name}`),
    register: statement(`ingest/register_${name}`),
    key: [...texts.filter((text) => text !== last), last],
    columnsOf: (entries) => texts.map((text) => textArray(entries, (entry) => textOf(entry, text))),
    bound,
  };
}
