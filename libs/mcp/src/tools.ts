import type { Tool } from './tool.js';
import { GET_COVERAGE } from './tools/get-coverage.js';
import { GET_ROBOTS } from './tools/get-robots.js';
import { GET_SERIES } from './tools/get-series.js';
import { GET_SUMMARY } from './tools/get-summary.js';
import { GET_VERIFICATION } from './tools/get-verification.js';
import { GET_VISITORS } from './tools/get-visitors.js';
import { LIST_AUTOMATION } from './tools/list-automation.js';
import { LIST_BOTS } from './tools/list-bots.js';
import { LIST_COUNTRIES } from './tools/list-countries.js';
import { LIST_EVENTS } from './tools/list-events.js';
import { LIST_HOSTS } from './tools/list-hosts.js';
import { LIST_LANDING_PAGES } from './tools/list-landing-pages.js';
import { LIST_PAGES } from './tools/list-pages.js';
import { LIST_PROVIDERS } from './tools/list-providers.js';
import { LIST_REFERRALS } from './tools/list-referrals.js';
import { LIST_SPOOFED } from './tools/list-spoofed.js';
import { LIST_WEBSITES } from './tools/list-websites.js';

/** All tools, in the order in which they are listed. Each reads, and none changes anything. */
export const TOOLS: readonly Tool[] = [
  LIST_WEBSITES,
  GET_SUMMARY,
  LIST_BOTS,
  GET_VERIFICATION,
  LIST_SPOOFED,
  LIST_PAGES,
  GET_SERIES,
  GET_VISITORS,
  LIST_AUTOMATION,
  LIST_HOSTS,
  LIST_COUNTRIES,
  LIST_PROVIDERS,
  LIST_REFERRALS,
  LIST_LANDING_PAGES,
  GET_ROBOTS,
  GET_COVERAGE,
  LIST_EVENTS,
];
