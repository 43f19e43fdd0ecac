import { ADVERTISING_BOTS } from './advertising.js';
import { AI_AGENT_BOTS } from './ai-agents.js';
import { AI_ASSISTANT_BOTS } from './ai-assistants.js';
import { AI_DATA_PROVIDER_BOTS } from './ai-data-providers.js';
import { AI_SEARCH_BOTS } from './ai-search.js';
import { AI_TRAINING_BOTS } from './ai-training.js';
import { ARCHIVE_AND_RESEARCH_BOTS } from './archives-and-research.js';
import { FEED_FETCHER_BOTS } from './feed-fetchers.js';
import { HEADLESS_BROWSER_BOTS } from './headless-browsers.js';
import { HTTP_CLIENT_BOTS } from './http-clients.js';
import { LONG_TAIL } from './long-tail/long-tail.js';
import { MONITORING_BOTS } from './monitoring.js';
import { SEARCH_ENGINE_BOTS } from './search-engines.js';
import { SECURITY_SCANNER_BOTS } from './security-scanners.js';
import { SEO_BOTS } from './seo.js';
import { SOCIAL_PREVIEW_BOTS } from './social-previews.js';
import { SPECIAL_BOTS } from './special-bots.js';
import { WEBHOOK_BOTS } from './webhooks.js';
import type { RegisteredBot } from './registered-bot.js';

/**
 * Must be raised with every change of the rows below. A database keeps the rows of the highest
 * version that it has seen.
 */
export const REGISTRY_VERSION = 10;

/** The bot id that stands for people in stored visits. No row has it. */
export const HUMAN_BOT_ID = 0;

/**
 * Every row; the order does not matter. Ids are never used again, not even that of a removed row.
 */
export const BOT_REGISTRY: readonly RegisteredBot[] = [
  ...SPECIAL_BOTS,
  ...AI_TRAINING_BOTS,
  ...AI_SEARCH_BOTS,
  ...AI_ASSISTANT_BOTS,
  ...AI_AGENT_BOTS,
  ...AI_DATA_PROVIDER_BOTS,
  ...SEARCH_ENGINE_BOTS,
  ...SEO_BOTS,
  ...SOCIAL_PREVIEW_BOTS,
  ...FEED_FETCHER_BOTS,
  ...MONITORING_BOTS,
  ...ADVERTISING_BOTS,
  ...ARCHIVE_AND_RESEARCH_BOTS,
  ...SECURITY_SCANNER_BOTS,
  ...WEBHOOK_BOTS,
  ...HTTP_CLIENT_BOTS,
  ...HEADLESS_BROWSER_BOTS,
  ...LONG_TAIL,
];
