/**
 * Why a record of a log is no visit although nothing is wrong with it. Skipped records are counted
 * by these words.
 */
export const SKIP_REASONS = {
  blank: 'an empty line, or an empty list of records',
  comment: 'a comment or a directive of the log',
  control_message: 'a message of the sender to the receiver',
  validation: 'what a sender uploads to try the address',
  subrequest: 'a request that the CDN made itself while it answered a visitor',
  shield_copy: 'the copy of a visit that a second server of the CDN logged',
  no_visit: 'a record of another kind in the same log',
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;

/** Why a record of a log cannot be read. Rejected records are counted by these words. */
export const REJECT_REASONS = {
  not_json: 'the text is not JSON',
  not_an_object: 'the JSON is not an object',
  too_long: 'the line is longer than any line of a log',
  cut_off: 'the record is broken, or ends too early',
  unknown_shape: 'the record does not have the shape of its format',
  wrong_columns: 'the number or the names of the columns do not fit',
  no_time: 'the record has no time',
  bad_time: 'the time cannot be read, or cannot be right',
  no_path: 'the record has no path',
  no_status: 'the record has no status',
  bad_status: 'the status is not an integer from 0 to 999',
  bad_field: 'another field has a value of the wrong kind',
} as const;
export type RejectReason = keyof typeof REJECT_REASONS;
