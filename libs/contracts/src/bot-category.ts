/**
 * Every category that a bot can have. Categories with the prefix `ai_` count in `ai_bot_visits`.
 */
export const BOT_CATEGORIES = [
  'ai_search',
  'ai_training',
  'ai_assistant',
  'ai_agent',
  'ai_data_provider',
  'ai_unidentified',
  'search_engine',
  'seo',
  'social_preview',
  'feed_fetcher',
  'monitoring',
  'advertising',
  'archiver',
  'academic',
  'security_scanner',
  'aggregator',
  'webhook',
  'http_client',
  'headless_browser',
  'disguised',
  'undeclared_automation',
  'unidentified',
] as const;

export type BotCategory = (typeof BOT_CATEGORIES)[number];

/** Tells whether a category is one of AI bots, also one that this release does not know. */
export function isAiCategory(category: string): boolean {
  return category.startsWith('ai_');
}
