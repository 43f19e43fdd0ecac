/**
 * Why a log cannot be delivered. `unknown_format`: no format reads its first lines. `other_log`: it
 * starts like a log that was delivered, continues differently, and can be read only once.
 * `refused`: the API refuses entries without saying which. `ends_early`: what is there is right, and
 * the end is missing; what stands before is delivered.
 */
export type LogFaultKind = 'unknown_format' | 'other_log' | 'refused' | 'ends_early';

/**
 * A log that cannot be delivered. The message says what happened, and ends without a full stop; who
 * shows it knows what to do about it.
 */
export class LogFault extends Error {
  override name = 'LogFault';

  constructor(
    readonly kind: LogFaultKind,
    message: string,
  ) {
    super(message);
  }
}

/** Tells whether an error of a log says that only its end is missing. */
export function endsEarly(error: unknown): error is LogFault {
  return error instanceof LogFault && error.kind === 'ends_early';
}
