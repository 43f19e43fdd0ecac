/**
 * The delivery of a log: lines become batches, batches become requests that count once however
 * often they are sent, and a record says how far a log was delivered.
 *
 * This library is pure. Who delivers gives it the bytes of the log, the hash, the place where
 * records are kept, and what sends a request: the command line does, and the page in a browser.
 */
export { BatchBuilder, isWithinLine, LOG_START, readBatches } from './batch.js';
export type { Batch, LastLine, Position, Reject } from './batch.js';
export { BODY_TYPE } from './columns/batch-entries.js';
export type { BatchEntries, EntryLine } from './columns/batch-entries.js';
export { readLines, readRecords, recognise } from './lines.js';
export { createLogReader } from './log-reader.js';
export { addSkip, totalOfSkips } from './skips.js';
export type { SkipCounts } from './skips.js';
export { deliverLog } from './deliver-log.js';
export type { Delivered, DeliveredLog, Delivery } from './deliver-log.js';
export { entriesByWebsite } from './entries-by-website.js';
export type { DomainWebsite, EntriesByWebsite, HostEntries } from './entries-by-website.js';
export { bytesFrom } from './encodings/bytes-from.js';
export { ENCODING_BYTES, encodingOf } from './encodings/encoding-of.js';
export type { Encoding, Packing, TextEncoding, Unread } from './encodings/encoding-of.js';
export { firstBytes } from './encodings/first-bytes.js';
export { utf8From } from './encodings/utf8-from.js';
export { findPlace } from './find-place.js';
export type { Place } from './find-place.js';
export type { Hash, Hashed } from './hash.js';
export type { HostCounts } from './host-counts.js';
export { endsEarly, LogFault } from './log-fault.js';
export type { LogFaultKind } from './log-fault.js';
export type { LogSource } from './log-source.js';
export { HEAD_BYTES, startsLike } from './records.js';
export type { FollowedFile, LogRecord, RecordStore, StoredRecord, Target } from './records.js';
export { Pace } from './pace.js';
export type { PaceBounds } from './pace.js';
export { untilMissingEnd } from './missing-end.js';
export { joinSpans, newResult, totalOf } from './result.js';
export type { LogResult, LogWatcher, Span } from './result.js';
export { warningsOf } from './warnings/warnings.js';
export type { LogWarning, WarningName } from './warnings/warnings.js';
export { BatchSender } from './send-batch.js';
export type { Outcome, SendsEntries } from './send-batch.js';
