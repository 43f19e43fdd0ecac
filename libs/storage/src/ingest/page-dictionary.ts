import type pg from 'pg';
import type { Shards } from '../database/shards.js';
import { type PageVisit, PAGES } from './dictionaries.js';
import { Dictionary, type KnownNumbers } from './dictionary.js';

export interface PageDictionaryOptions {
  /** Distinct new paths per website and day. */
  bound?: number;
  /** What is known already, which several dictionaries may share. */
  known?: KnownNumbers;
  /** Where the rows of websites are. */
  shards?: Pick<Shards, 'onEach'>;
}

/** Gives paths their ids. */
export class PageDictionary extends Dictionary<PageVisit> {
  constructor(pool: pg.Pool, { bound = PAGES.bound, known, shards }: PageDictionaryOptions = {}) {
    super(pool, { ...PAGES, bound }, known, shards);
  }
}
