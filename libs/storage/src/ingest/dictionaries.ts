// The kinds of dictionaries: what repeats in the visits of a website.
import { statement } from '../database/statement.js';
import { textArray } from './array-literals.js';
import type { DictionaryEntry, DictionaryKind } from './dictionary.js';

/** A visit to a page. */
export interface PageVisit extends DictionaryEntry {
  path: string;
}

/** What a visit came with. */
export interface Client extends DictionaryEntry {
  method: string;
  host: string;
  userAgent: string;
  browser: string | null;
  os: string | null;
  device: string | null;
}

export interface Referer extends DictionaryEntry {
  referer: string;
  /** The AI assistant whose address it is, or null. */
  source: string | null;
}

/**
 * Distinct new paths per website and day. Visits to paths beyond this bound count only in totals.
 */
export const NEW_PAGES_PER_WEBSITE_AND_DAY = 50_000;
/** Distinct new clients per website and day. The texts of those beyond it stand in their visits. */
const NEW_CLIENTS_PER_WEBSITE_AND_DAY = 10_000;
const NEW_REFERERS_PER_WEBSITE_AND_DAY = 10_000;

export const PAGES: DictionaryKind<PageVisit> = {
  name: 'pages',
  find: statement('ingest/find_pages'),
  register: statement('ingest/register_pages'),
  keyOf: ({ path }) => path,
  columnsOf: (pages) => [textArray(pages, ({ path }) => path)],
  bound: NEW_PAGES_PER_WEBSITE_AND_DAY,
};

export const CLIENTS: DictionaryKind<Client> = {
  name: 'clients',
  find: statement('ingest/find_clients'),
  register: statement('ingest/register_clients'),
  keyOf: ({ method, host, userAgent, browser, os, device }) =>
    `${method}\n${host}\n${browser ?? ''}\n${os ?? ''}\n${device ?? ''}\n${userAgent}`,
  columnsOf: (clients) => [
    textArray(clients, ({ method }) => method),
    textArray(clients, ({ host }) => host),
    textArray(clients, ({ userAgent }) => userAgent),
    textArray(clients, ({ browser }) => browser),
    textArray(clients, ({ os }) => os),
    textArray(clients, ({ device }) => device),
  ],
  bound: NEW_CLIENTS_PER_WEBSITE_AND_DAY,
};

export const REFERERS: DictionaryKind<Referer> = {
  name: 'referers',
  find: statement('ingest/find_referers'),
  register: statement('ingest/register_referers'),
  keyOf: ({ referer, source }) => `${source ?? ''}\n${referer}`,
  columnsOf: (referers) => [
    textArray(referers, ({ referer }) => referer),
    textArray(referers, ({ source }) => source),
  ],
  bound: NEW_REFERERS_PER_WEBSITE_AND_DAY,
};
