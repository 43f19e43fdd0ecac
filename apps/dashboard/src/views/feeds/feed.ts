import type { DataOf } from '../../api/types.js';

/** What came on one feed of a website. */
export type Feed = DataOf<'/api/v1/websites/{id}/feeds'>['feeds'][number];
export type Counts = Feed['last_30_days'];
export type FeedSetup = DataOf<'/api/v1/feeds/setup'>;
export type Sender = FeedSetup['senders'][number];
/** What the log of a sender may have. */
export type LoggedPart = keyof Sender['logs'];

/** The words of a report of feeds, each with what it means. */
export type Meanings = Pick<FeedSetup, 'skip_reasons' | 'reject_reasons' | 'refusals'>;
