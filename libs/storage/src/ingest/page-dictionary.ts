import type pg from 'pg';
import type { Shards } from '../database/shards.js';
import { type PageVisit, PAGES } from './dictionaries.js';
import { Dictionary, type KnownEntries } from './dictionary.js';
import { KnownPages } from './known-pages.js';

export interface PageDictionaryOptions {
  /** Distinct new paths per website and day. */
  bound?: number;
  /** What is known already, which several dictionaries may share. */
  known?: KnownEntries<PageVisit>;
  /** Where the rows of websites are. */
  shards?: Pick<Shards, 'onEach'>;
}

/** Gives paths their ids. */
export class PageDictionary extends Dictionary<PageVisit> {
  constructor(
    pool: pg.Pool,
    { bound = PAGES.bound, known = new KnownPages(), shards }: PageDictionaryOptions = {},
  ) {
    super(pool, { ...PAGES, bound }, known, shards);
  }
}
