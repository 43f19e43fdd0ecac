/*
 * Limits of a session of PostgreSQL that hold while the server waits for its client. A client whose
 * host vanishes says nothing: the server would wait as long as TCP does, about two hours, and keep
 * the locks of the transaction. While it reads the rows of a COPY, or half of a message, neither
 * statement_timeout nor idle_in_transaction_session_timeout ends it.
 */

/** Startup options: a host that does not answer to three probes is gone, 25 s after its last word. */
export const KEEPALIVES =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/**
 * Startup option: the same for a host that does not confirm what the server has sent. Linux also
 * ends a session by it whose client lives, but reads nothing for so long. So it is for sessions
 * with small results only, and not for a backup, which may be written to a slow disk.
 */
export const UNANSWERED = '-c tcp_user_timeout=25000';

/**
 * How long a transaction of a process that serves may take: five seconds more than the longest
 * statement of a worker, so that a slow statement ends first, with its own code.
 */
export const LONGEST_TRANSACTION_SECONDS = 35;

/** PostgreSQL knows the setting from 17 on, and older servers refuse it as a startup option. */
const LIMIT = `SELECT set_config('transaction_timeout', $1, false)
WHERE current_setting('transaction_timeout', true) IS NOT NULL`;
const ANSWER_MS = 2_000;

/** A connection of node-postgres. */
interface Session {
  query(query: { text: string; values: unknown[]; query_timeout: number }): Promise<unknown>;
}

/**
 * Makes the server end transactions of a session that take longer than
 * `LONGEST_TRANSACTION_SECONDS` (25P04), also while it reads half of a message. It does nothing on
 * PostgreSQL 15 and 16, and inside COPY no server heeds it: for both, workers end such transactions
 * (`SilentTransactions`).
 */
export async function limitTransactions(session: Session): Promise<void> {
  const values = [`${LONGEST_TRANSACTION_SECONDS}s`];
  await session.query({ text: LIMIT, values, query_timeout: ANSWER_MS });
}
