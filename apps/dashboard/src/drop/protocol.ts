import type { DomainWebsite, LogFaultKind, LogResult, LogWarning, Reject } from '@app/log-delivery';

/** What a reader of logs is asked for. */
export interface ReadOrder {
  kind: 'read';
  files: readonly File[];
  website: DomainWebsite;
  /** All websites of the account; undefined when they could not be read. */
  websites: readonly DomainWebsite[] | undefined;
  /** Where the service is, without a slash at the end. */
  url: string;
  /** The Bot Tracking Key made for this. */
  key: string;
}

/** What the page says to the reader. */
export type ToReader = ReadOrder | { kind: 'cancel' };

/** Why the reading of a file ended before its end. */
export type FaultKind =
  | LogFaultKind
  /** The service stays away. */
  | 'away'
  /** The service does not take the key any more. */
  | 'key'
  /** The browser cannot read the file, or not unpack it. */
  | 'unreadable'
  /** Somebody has cancelled it. */
  | 'cancelled'
  /** Something that must not happen. */
  | 'unexpected';

/** What became of a file so far. */
export interface FileProgress extends Omit<
  LogResult,
  'name' | 'format' | 'hosts' | 'signs' | 'others' | 'missingEnd'
> {
  /** The title of the format; undefined as long as it is not known, and when the file is empty. */
  format: string | undefined;
  /** The part of the file that has been read, from 0 to 1. */
  fraction: number;
  /** What may be wrong with the log although its lines can be read. */
  warnings: readonly LogWarning[];
  /** The first rejects, cut to what fits on a screen. */
  firstRejects: readonly Reject[];
  /** Whether requests of an earlier import were cut off, of which nobody knows what became. */
  isUncertain: boolean;
}

/** Where the entries of an import count: the websites and hosts with the most of them first. */
export interface CountedAt {
  websites: readonly { website: DomainWebsite; entries: number }[];
  /** How many more websites got entries. */
  moreWebsites: number;
  /** Hosts that are no website of the account. Their entries count for the website of the import. */
  strangers: readonly { host: string; entries: number }[];
  moreStrangers: number;
}

/** What the reader says to the page. Files are named by their places in the order. */
export type FromReader =
  | { kind: 'progress'; file: number; progress: FileProgress }
  /** The service must be waited for, and why; undefined when it need not any more. */
  | { kind: 'wait'; reason: string | undefined }
  /** Said once, when nothing more is sent. */
  | { kind: 'counted'; at: CountedAt }
  | { kind: 'end'; file: number; fault?: { kind: FaultKind; message: string } }
  /** Nothing more comes. */
  | { kind: 'over' };
