export {
  KEEPALIVES,
  limitTransactions,
  LONGEST_TRANSACTION_SECONDS,
  UNANSWERED,
} from './session-limits.js';
