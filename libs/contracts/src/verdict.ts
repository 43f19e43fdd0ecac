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

/** A bot as it names itself in its user agent. No row of the registry names it, and nobody checked it. */
export interface DeclaredBot {
  /** The name in the form in which names are compared. */
  key: string;
  /** 2 to 40 ASCII letters, digits, blanks and `.`, `_`, `-`. */
  name: string;
  /** The operator that it names, by its name or address; else the domain of its address, or `Unknown`. */
  provider: string;
  category: BotCategory;
}

/**
 * Who made a request, judged by its user agent and its signature agent. `ai_bot` means a bot whose category starts with
 * `ai_`. If no row names a bot that names itself, `bot` is the row "Unidentified bot", and `declared`
 * says what it calls itself.
 */
export type Verdict =
  | { kind: 'human'; client: Client }
  | { kind: 'bot' | 'ai_bot'; bot: BotIdentity; declared?: DeclaredBot };

/** The ids of names that bots give themselves begin here. The ids of rows of registries are below. */
export const FIRST_DECLARED_BOT = 1_000_000;
/**
 * A bot that no row names is reported under the name that it gives itself from this visit on; an AI
 * bot always.
 */
export const DECLARED_BOT_REPORTED_FROM = 3;
/** New names in an account and hour, so that nobody fills the dictionary within minutes. */
export const NEW_DECLARED_BOTS_PER_HOUR = 200;
