/**
 * The shapes that cross a boundary, each defined once.
 *
 * Glossary (the words of the specification; use them everywhere):
 * - account: one customer. It owns websites and keys, and has a plan.
 * - website: one domain of an account. `ws_…` is its id, `t_…` its tracking id.
 * - log entry: one line of an access log, as a shipper sends it.
 * - record: what a log or a sender holds about one request: a line, a JSON object or a list of
 *   columns. A record becomes a log entry, is skipped because it is no visit, or is rejected.
 * - visit: one accepted log entry, as it is counted.
 * - batch: the entries of one accepted request. It has one row in the ledger.
 * - job: what the queue holds and a worker takes: one batch, or a group of small ones.
 * - shipper: the program that sends log entries. It holds a Bot Tracking Key.
 * - session: a browser that is signed in with an API Key. It may do what the key may do.
 * - shared link: an address that shows the reports of one website to whoever has it, within bounds
 *   of days. Who opens it is a reader.
 * - visitor: who made the logged request. A visitor must never be able to cause a batch to be
 *   refused.
 * - verdict: who made a request, judged by its user agent and its signature agent: a person, a bot or
 *   an AI bot.
 * - signature agent: the host that an automated client names in the header Signature-Agent. It
 *   publishes the keys of the client there. It is a claim, like the user agent.
 * - verification: whether a visit that names a bot came from an address of the bot's operator.
 * - bot, provider, category: a named program, who operates it, and what it is for.
 * - alert: what an account asks to be told about a website.
 * - event: something that began on a website, with the figures that led to it. It is open until it
 *   is over.
 * - webhook: an address of an account that is told of its events. A delivery is one message on its
 *   way to one webhook; an attempt is one request of it. Who answers is the receiver.
 * - fetch: a worker asks a website for its robots.txt or its sitemap, every day.
 * - roll-up: counts of visits per website and time bucket. Reports read only roll-ups; the list of
 *   visits is no report.
 */
export {
  accountSchema,
  apiKeyInputSchema,
  createdKeySchema,
  DEFAULT_OVERLAP_SECONDS,
  keySchema,
  rotationInputSchema,
  signingSecretInputSchema,
  trackingKeyInputSchema,
  websiteChangesSchema,
  websiteInputSchema,
} from './account.js';
export type { Account, ApiKeyInput, CreatedKeyDocument, Key, TrackingKeyInput } from './account.js';
export {
  ALERT_DEFAULTS,
  ALERT_DIRECTIONS,
  ALERT_KINDS,
  alertChangesSchema,
  alertInputSchema,
  alertSchema,
} from './alert.js';
export type { Alert, AlertChanges, AlertDirection, AlertInput, AlertKind } from './alert.js';
export {
  ADDRESS_BYTES,
  addressAt,
  addressTextAt,
  addressTexts,
  createAddresses,
  isNetworkAt,
  packAddresses,
  selectAddresses,
  setAddress,
  sliceAddresses,
} from './address-column.js';
export type { AddressColumn } from './address-column.js';
export { addressNumbers, addressText, canonicalIpv6 } from './address-numbers.js';
export type { AddressNumbers } from './address-numbers.js';
export { addressInList, hopsIn, isClaimedAddress, isPrivateHop } from './address-list.js';
export type { ListedAddress } from './address-list.js';
export { isPublicAddress } from './public-address.js';
export { canonicalAddress, senderOf, storedAddress } from './address.js';
export type { IpStorage } from './address.js';
export { BOT_CATEGORIES, isAiCategory } from './bot-category.js';
export type { BotCategory } from './bot-category.js';
export { EARLIEST_DATE, LATEST_DATE } from './days.js';
export type { DayBounds } from './days.js';
export {
  hasNoTexts,
  noTexts,
  rowTexts,
  selectTexts,
  textAt,
  textColumns,
} from './entry-columns.js';
export type { EntryColumns, RowTexts, TextColumn, TextName } from './entry-columns.js';
export { API_ERRORS } from './error-codes.js';
export type { ApiErrorCode } from './error-codes.js';
export { EVENT_KINDS, eventSchema } from './event.js';
export type { EventDocument, EventKind, Figures } from './event.js';
export { REJECT_REASONS, SKIP_REASONS } from './feed.js';
export type { RejectReason, SkipReason } from './feed.js';
export { feedHealthSchema } from './feed-health.js';
export type { FeedCounts, FeedHealthReport } from './feed-health.js';
export { feedSetupSchema } from './feed-setup.js';
export type { FeedSetup, FeedSetupPart, Logged, LoggedParts } from './feed-setup.js';
export {
  carriedWithout,
  CARRIED_FIELDS,
  CARRIED_NAMES,
  fieldsOf,
  mostOf,
  mustBeSent,
  OPTIONAL_FIELDS,
  OPTIONAL_NAMES,
  REQUEST_HEADERS,
  ROW_TEXTS,
  SENT_FIELDS,
  SHOWN_FIELDS,
} from './fields/field-lists.js';
export type {
  DictionaryTexts,
  OptionalName,
  SanitisedField,
  SentField,
  StoredField,
} from './fields/field-lists.js';
export type { SanitisedText, Sanitiser, SanitisingReason } from './fields/sanitisers.js';
export { VISIT_FIELDS } from './fields/visit-fields.js';
export type { Dictionary } from './fields/visit-fields.js';
export { firstAndLast } from './first-and-last.js';
export { canonicalDomain, canonicalHost, MOST_DOMAIN_LABELS } from './host.js';
export { knownBotSchema } from './known-bot.js';
export type { KnownBot } from './known-bot.js';
export { LOG_COLUMNS_TYPE, logColumnsSchema, NO_VALUE } from './log-columns.js';
export type { SentColumn, SentColumns } from './log-columns.js';
export { logEntrySchema, MAX_ENTRIES_PER_REQUEST } from './log-entry.js';
export type { LogEntry, LogEntryInput, SentLogEntry } from './log-entry.js';
export { LAST_UNRELEASED_JOB_VERSION, LOG_JOB_VERSION, logJobSchema } from './log-job.js';
export type { BatchHead, LogJob } from './log-job.js';
export { parseUrl } from './parse-url.js';
export { daysOfPeriod } from './period-days.js';
export type { DaySpan } from './period-days.js';
export { cleanStart, isClean, sanitisePath, sanitiseUserAgent, withoutQuery } from './sanitise.js';
export {
  listedSessionSchema,
  ownSessionSchema,
  sessionSchema,
  signInInputSchema,
} from './session.js';
export type { OwnSession, SessionDocument, SignInInput } from './session.js';
export { createdShareSchema, sharedSessionSchema, shareInputSchema, shareSchema } from './share.js';
export type { CreatedShareDocument, Share, SharedSession, ShareInput } from './share.js';
export { signatureAgentHost } from './signature-agent.js';
export {
  createStaticFileTest,
  STATIC_CONTENT_TYPES,
  STATIC_FILE_EXTENSIONS,
} from './static-file.js';
export type { StaticFileTest } from './static-file.js';
export { FIRST_ERROR } from './first-error.js';
export { ADDRESS_LIST_SOURCES, freshnessSchema } from './freshness.js';
export type { Freshness } from './freshness.js';
export { parseTimestamp } from './timestamp.js';
export type { TimestampBounds, TimestampVerdict } from './timestamp.js';
export { EXAMPLE_VISIT, visitEntrySchema } from './visit-entry.js';
export type { VisitEntry } from './visit-entry.js';
export { verificationCode, VERIFICATIONS } from './verification.js';
export type { Verification } from './verification.js';
export { VERIFICATION_WORDS, verificationWord } from './verification-word.js';
export type { VerificationCounts, VerificationWord } from './verification-word.js';
export { clientEntrySchema, clientsSchema } from './clients.js';
export type { ClientEntry, Clients } from './clients.js';
export { KEY_KINDS, KEY_SCOPES, limitsOf, PLANS, PLAN_NAMES } from './plans.js';
export type { AccountLimits, KeyKind, KeyScope, Limits, PlanName } from './plans.js';
export {
  botEntrySchema,
  COMPARED_UNITS,
  GROUPINGS,
  INTERVALS,
  pageEntrySchema,
  PERIODS,
  periodSchema,
  referersLoggedSchema,
  referralEntrySchema,
  seriesComparisonSchemas,
  seriesGroupSchema,
  seriesPointSchema,
  spoofedEntrySchema,
  trafficSummarySchema,
  VISITORS,
  WEBSITE_BEHAVIOURS,
  WEBSITE_COUNTS,
  websiteSchema,
} from './traffic.js';
export type {
  BotEntry,
  ComparedTime,
  ComparedUnit,
  CountedReferral,
  Grouping,
  Interval,
  PageEntry,
  Period,
  ReferralEntry,
  SeriesGroup,
  SeriesPoint,
  SeriesTotals,
  SpoofedEntry,
  StatusEntry,
  TrafficSummary,
  TrafficTotals,
  Visitors,
  Website,
  WebsiteBehaviour,
  WebsiteCount,
} from './traffic.js';
export {
  ATTEMPT_FAULTS,
  DELIVERY_STATES,
  deliverySchema,
  MESSAGE_TYPES,
  WEBHOOK_ENDS,
  webhookChangesSchema,
  webhookInputSchema,
  webhookRotationSchema,
  webhookSchema,
  webhookWithSecretSchema,
} from './webhook.js';
export type {
  AttemptFault,
  DeliveryDocument,
  DeliveryState,
  MessageType,
  WebhookChanges,
  WebhookDocument,
  WebhookEnd,
  WebhookInput,
  WebhookWithSecret,
} from './webhook.js';
export {
  disobedienceSchema,
  MOST_ROBOTS_BYTES,
  robotsBotSchema,
  robotsInputSchema,
  robotsReportSchema,
  robotsStateSchema,
  robotsTextSchema,
} from './robots.js';
export type {
  RobotsBot,
  RobotsInput,
  RobotsLeftOut,
  RobotsReport,
  RobotsState,
  RobotsTextDocument,
} from './robots.js';
export { FETCH_KINDS, FETCH_OUTCOMES, websiteFetchSchema } from './website-fetch.js';
export type { FetchKind, FetchOutcome, WebsiteFetch } from './website-fetch.js';
export { candidateDomains, websiteOf } from './website-of-host.js';
export {
  DECLARED_BOT_REPORTED_FROM,
  FIRST_DECLARED_BOT,
  NEW_DECLARED_BOTS_PER_HOUR,
} from './verdict.js';
export type { BotIdentity, Client, DeclaredBot, Verdict } from './verdict.js';
export {
  accountSummarySchema,
  websiteStandingSchema,
  websiteSummarySchema,
  websiteTotalsSchema,
} from './website-summary.js';
export type { WebsiteStanding, WebsiteSummary } from './website-summary.js';
export { NO_CONTENT, NO_CONTENT_EXTENSIONS } from './content-page.js';
export { LIVE_MINUTES, LIVE_SHOWN, liveSchema } from './live.js';
export type { Live } from './live.js';
export {
  COVERAGE_OF,
  COVERAGE_SHOWN,
  coverageCountsSchema,
  coveredPageSchema,
  readersOfBotSchema,
  readersOfCategorySchema,
} from './coverage.js';
export type { CoverageOf, CoverageShown, CoveredPage } from './coverage.js';
export {
  PROVIDER_COUNTS,
  providerBotSchema,
  providerCountsSchema,
  providerEntrySchema,
  providerPointSchema,
  providersComparedSchema,
  READS_OF_CATEGORIES,
} from './providers.js';
export type { ProviderCounts, ProviderEntry, ProviderPoint } from './providers.js';
export { landingEntrySchema, landingsKnownSinceSchema } from './landings.js';
export type { LandingEntry } from './landings.js';
export { sitemapInputSchema, sitemapSchema } from './sitemap.js';
export type { Sitemap, SitemapInput } from './sitemap.js';
export {
  COMPARABLE_ROWS,
  COMPARED_COUNTS,
  comparedListShape,
  comparedRowShape,
} from './compared-lists.js';
export type { BotCounts, ComparedTimeOfList, CountryCounts, PageCounts } from './compared-lists.js';
export {
  accountHostEntrySchema,
  countryEntrySchema,
  hostEntrySchema,
} from './hosts-and-countries.js';
export type {
  AccountHostEntry,
  CountryEntry,
  HostCounts,
  HostEntry,
} from './hosts-and-countries.js';

export { PEOPLE_COUNTS, peopleKnownUntilSchema } from './people-counts.js';
export type { PeopleCounts } from './people-counts.js';
export { AUTOMATION, AUTOMATION_BOT_ID } from './special-bots.js';
export {
  NOT_JUDGED,
  NOT_JUDGED_REASONS,
  notJudgedSchema,
  visitorsOfDaySchema,
} from './visitors.js';
export type { NotJudged, NotJudgedReason, VisitorsOfDay } from './visitors.js';
export {
  AUTOMATION_KINDS,
  GROUP_KIND_NAMES,
  GROUP_KINDS,
  type GroupKind,
  type GroupFigures,
  groupFiguresSchema,
  type ToldGroup,
  toldGroupSchema,
  type VisitorGroupEntry,
  visitorGroupSchema,
} from './visitor-groups.js';
export { type BrowserOf, groupFigures, groupInWords, groupSubject } from './group-in-words.js';
export { counted } from './counted.js';
