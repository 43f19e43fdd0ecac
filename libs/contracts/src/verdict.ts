import type { BotCategory } from './bot-category.js';

/** One named bot. Ids are literals in the registry and are never used again. Id 0 means "human". */
export interface BotIdentity {
  id: number;
  slug: string;
  name: string;
  provider: string;
  category: BotCategory;
}

/** A person's browser, operating system and kind of device. Unknown values are null. */
export interface Client {
  browser: string | null;
  os: string | null;
  /** `desktop`, `mobile`, `tablet`, `smarttv`, `console`, `wearable`, `embedded`, or null. */
  device: string | null;
}

/**
 * Who made a request, judged by its user agent and its signature agent. `ai_bot` means a bot whose category starts with
 * `ai_`.
 */
export type Verdict =
  { kind: 'human'; client: Client } | { kind: 'bot' | 'ai_bot'; bot: BotIdentity };
