import { ACADEMIC_TAIL } from './academic.js';
import { ADVERTISING_TAIL } from './advertising.js';
import { AGGREGATOR_TAIL } from './aggregator.js';
import { ARCHIVER_TAIL } from './archiver.js';
import { FEED_FETCHER_TAIL } from './feed-fetcher.js';
import { HEADLESS_BROWSER_TAIL } from './headless-browser.js';
import { HTTP_CLIENT_TAIL } from './http-client.js';
import { MONITORING_TAIL } from './monitoring.js';
import { SEARCH_ENGINE_TAIL } from './search-engine.js';
import { SECURITY_SCANNER_TAIL } from './security-scanner.js';
import { SEO_TAIL } from './seo.js';
import { SOCIAL_PREVIEW_TAIL } from './social-preview.js';
import { WEBHOOK_TAIL } from './webhook.js';
import type { RegisteredBot } from '../registered-bot.js';

/**
 * Bots beyond the best known ones. Names, operators and pages are facts from the bots' own user
 * agents and from public lists of bots, mainly crawler-user-agents (MIT).
 */
export const LONG_TAIL: readonly RegisteredBot[] = [
  ...SEARCH_ENGINE_TAIL,
  ...SEO_TAIL,
  ...SOCIAL_PREVIEW_TAIL,
  ...FEED_FETCHER_TAIL,
  ...MONITORING_TAIL,
  ...ADVERTISING_TAIL,
  ...ARCHIVER_TAIL,
  ...ACADEMIC_TAIL,
  ...SECURITY_SCANNER_TAIL,
  ...AGGREGATOR_TAIL,
  ...WEBHOOK_TAIL,
  ...HTTP_CLIENT_TAIL,
  ...HEADLESS_BROWSER_TAIL,
];
