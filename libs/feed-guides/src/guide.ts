import type { LoggedParts } from '@app/contracts';

/** How a sender of logs is set up, as its page in `docs/feeds` says. */
export interface Guide {
  /** Name of the sender, as an operator types it. */
  sender: string;
  /** Name of the sender, as its makers write it. */
  title: string;
  /** Other names by which people look for it: what it sends the logs of, and what is sent the same way. */
  names: string[];
  /** File in `docs/feeds`. */
  page: string;
  /** Last part of the address to which it sends, as the report of feeds names it. */
  feed: string;
  /** Markdown: how the log is written, how it is sent, and how one sees that it arrives. */
  steps: string;
  /** Markdown: the table of what its log has, and the paragraph that says how this was tested. */
  outcome: string;
  logs: LoggedParts;
  /** Whether the sender itself ran with the settings of the guide. */
  wasRun: boolean;
  /** With which version it ran, or what the guide follows instead: a paragraph without links. */
  tested: string;
}

/** Stands where the key belongs. */
export const KEY_PLACE = '$BOT_KEY';
/** Stands where the id of the website belongs. */
export const WEBSITE_PLACE = 'ws_…';
/** Stands where the tracking id of the website belongs. */
export const TRACKING_PLACE = 't_…';

/** Tells whether a sender sends with a key. The image of a website does not. */
export const needsKey = ({ steps }: Pick<Guide, 'steps'>): boolean => steps.includes(KEY_PLACE);
