import type { QueryOf } from '../api/types.js';

export type Category = NonNullable<QueryOf<'/api/v1/websites/{id}/bots'>['category']>;

/** Every category of the API: its document refuses a missing and an unknown one. */
const ALL: Readonly<Record<Category, true>> = {
  ai_search: true,
  ai_training: true,
  ai_assistant: true,
  ai_agent: true,
  ai_data_provider: true,
  ai_unidentified: true,
  search_engine: true,
  seo: true,
  social_preview: true,
  feed_fetcher: true,
  monitoring: true,
  advertising: true,
  archiver: true,
  academic: true,
  security_scanner: true,
  aggregator: true,
  webhook: true,
  http_client: true,
  headless_browser: true,
  disguised: true,
  undeclared_automation: true,
  unidentified: true,
};

export const CATEGORIES = Object.keys(ALL) as Category[];

export const isCategory = (text: string): text is Category => Object.hasOwn(ALL, text);
