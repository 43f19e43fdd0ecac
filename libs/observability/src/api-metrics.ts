import { Counter, Gauge, Histogram } from 'prom-client';
import { createMetrics, type Metrics } from './metrics.js';

/**
 * The reason for a 503 that was not the client's fault. It is a closed set, because it is a label.
 */
export type RefusalReason =
  | 'queue_full'
  | 'queue_behind'
  | 'queue_slow'
  | 'queue_away'
  | 'bodies_in_flight'
  | 'database_away'
  | 'database_busy'
  | 'database_slow';

/**
 * Creates the metrics of an API process: those of every process and its own, named by the same
 * rule.
 */
export function createApiMetrics() {
  const metrics = createMetrics();
  const registers = [metrics.registry];
  return {
    ...metrics,
    ...createTraffic(registers),
    requestsRefused: new Counter({
      name: 'botgauge_requests_refused_total',
      help: "Requests answered 503 that were not the client's fault, by reason.",
      labelNames: ['reason'],
      registers,
    }),
    requestsRefusedByShare: new Counter({
      name: 'botgauge_requests_refused_by_share_total',
      help: 'Requests answered 503 because the queue is behind, while accounts that sent less were still let in. They are counted by reason too.',
      registers,
    }),
    requestsRateLimited: new Counter({
      name: 'botgauge_requests_rate_limited_total',
      help: 'Requests answered 429, by what was over its limit: api or bot (kind of key), account (all its Bot Tracking Keys), session (all its browsers that are signed in), reports (those of an account at the same time), or address.',
      labelNames: ['limit'],
      registers,
    }),
    keysRefused: new Counter({
      name: 'botgauge_keys_refused_total',
      help: 'Keys refused, by reason: missing, malformed, unknown (also revoked or expired), several (different keys in one request), misplaced (an API Key in the address), wrong_kind, session (one that has ended), code (a one-time code that was used or is too old).',
      labelNames: ['reason'],
      registers,
    }),
    bodyBytes: new Gauge({
      name: 'botgauge_ingest_inflight_bytes',
      help: 'Bytes of request bodies that are held now, plus 64 KiB for each that is still arriving; at most INGEST_INFLIGHT_MIB.',
      registers,
    }),
    answerBytes: new Gauge({
      name: 'botgauge_unread_answer_bytes',
      help: 'Bytes of answers that are held because their clients have not read them yet; at most ANSWERS_UNREAD_MIB.',
      registers,
    }),
    answersGivenUp: new Counter({
      name: 'botgauge_answers_given_up_total',
      help: 'Answers whose connection was closed before they were read, by reason: slow, crowded.',
      labelNames: ['reason'],
      registers,
    }),
    ...createOverloadGauges(registers),
    poolConnections: new Gauge({
      name: 'botgauge_pool_connections',
      help: 'Connections to the database by pool (ingest, reports) and state (busy, idle).',
      labelNames: ['pool', 'state'],
      registers,
    }),
    poolWaiting: new Gauge({
      name: 'botgauge_pool_waiting_requests',
      help: 'Requests that wait for a connection of a pool.',
      labelNames: ['pool'],
      registers,
    }),
  };
}

/** Creates the metrics of requests and their answers. */
function createTraffic(registers: Metrics['registry'][]) {
  return {
    ...createBatches(registers),
    requests: new Counter({
      name: 'botgauge_http_requests_total',
      help: 'Answered requests by route and status.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'botgauge_http_request_seconds',
      help: 'Time from the first byte of a request to its answer, by route.',
      labelNames: ['method', 'route'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    entriesAccepted: new Counter({
      name: 'botgauge_entries_accepted_total',
      help: 'Log entries that the queue took: those answered with 200, and page views of the pixel.',
      registers,
    }),
    pixelViews: new Counter({
      name: 'botgauge_pixel_views_total',
      help: 'Requests for the pixel by result: counted, or why not: bad_parameters, no_address, unknown_id, other_host, address_limit, website_limit, crowded (too many are held), failed, or a reason of botgauge_requests_refused_total.',
      labelNames: ['result'],
      registers,
    }),
    feedDeliveries: new Counter({
      name: 'botgauge_feed_deliveries_total',
      help: 'Deliveries that were accepted, by feed; custom is one too.',
      labelNames: ['feed'],
      registers,
    }),
    feedRecords: new Counter({
      name: 'botgauge_feed_records_total',
      help: 'Records of accepted deliveries, by feed and result: entry, skipped, rejected.',
      labelNames: ['feed', 'result'],
      registers,
    }),
    feedRejects: new Counter({
      name: 'botgauge_feed_rejects_total',
      help: 'Rejected records of accepted deliveries, by feed and reason.',
      labelNames: ['feed', 'reason'],
      registers,
    }),
    fieldsSanitised: new Counter({
      name: 'botgauge_fields_sanitised_total',
      help: "Visitors' fields changed on the way in, by field and reason.",
      labelNames: ['field', 'reason'],
      registers,
    }),
  };
}

/** Creates the counters of batches that were queued. */
function createBatches(registers: Metrics['registry'][]) {
  return {
    batchesQueued: new Counter({
      name: 'botgauge_batches_queued_total',
      help: 'Batches that the queue took, by turn: first, or later because their account sent more than its fair part.',
      labelNames: ['turn'],
      registers,
    }),
    batchesUnsealed: new Counter({
      name: 'botgauge_batches_unsealed_total',
      help: 'Batches that were queued without what was cut off addresses, because there was no key to encrypt it with. Their bots stay unverifiable.',
      registers,
    }),
  };
}

/** Creates the gauges of what the process last saw of the queue, and what it concluded. */
function createOverloadGauges(registers: Metrics['registry'][]) {
  return {
    sampledWaiting: new Gauge({
      name: 'botgauge_overload_waiting_jobs',
      help: 'Jobs that waited when this process last looked.',
      registers,
    }),
    sampledAge: new Gauge({
      name: 'botgauge_overload_oldest_job_seconds',
      help: 'Age of the oldest job that waited or was under way when this process last looked; 0 without one.',
      registers,
    }),
    backlogSeconds: new Gauge({
      name: 'botgauge_overload_backlog_seconds',
      help: 'Seconds that the workers need for all waiting jobs at their pace; missing while the pace is unknown.',
      registers,
    }),
    refusing: new Gauge({
      name: 'botgauge_overload_refusing_state',
      help: '1 for the reason for which new batches are refused now, otherwise 0.',
      labelNames: ['reason'],
      registers,
    }),
  };
}

export type ApiMetrics = ReturnType<typeof createApiMetrics>;
