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

/** Why the reader itself does not read a file to its end. The page puts it into words. */
export type ReaderFault =
  /** The service stays away for so long, and why, as it says; empty when it cannot be reached. */
  | { kind: 'away'; minutes: number; reason: string }
  /** The service does not take the key any more. */
  | { kind: 'key' }
  /** The service takes no entries, and says why. */
  | { kind: 'not_taken'; status: number; message: string }
  /** Browsers cannot unpack it; the import on the command line may do so. */
  | { kind: 'packed'; as: string; isForCommand: boolean }
  /** It is packed so that it cannot be unpacked to its end. */
  | { kind: 'damaged' }
  /** The browser cannot read it. */
  | { kind: 'unreadable' };

/** Why the reading of a file ended before its end. A message has no full stop at its end. */
export type Fault =
  | ReaderFault
  /** In the words of the library that reads logs or, of what must not happen, of the browser. */
  | { kind: LogFaultKind | 'unexpected'; message: string }
  /** Somebody has cancelled it. */
  | { kind: 'cancelled' };

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
  /**
   * The service must be waited for, and why, as it says; empty when it cannot be reached, undefined
   * when it need not be waited for any more.
   */
  | { kind: 'wait'; reason: string | undefined }
  /** Said once, when nothing more is sent. */
  | { kind: 'counted'; at: CountedAt }
  | { kind: 'end'; file: number; fault?: Fault }
  /** Nothing more comes. */
  | { kind: 'over' };
