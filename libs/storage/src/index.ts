export { Accounts } from './accounts/accounts.js';
export type {
  AccountChanges,
  AccountRow,
  NewAccount,
  NewWebsite,
  PageByTime,
  PageRequest,
  WebsiteChanges,
  TrackedWebsiteRow,
  WebsiteRow,
} from './accounts/accounts.js';
export { Keys } from './accounts/keys.js';
export type { KeyRotation, KeyRow, ListedKeyRow, NewKey, Revocation } from './accounts/keys.js';
export { Sessions } from './accounts/sessions.js';
export type {
  ListedSessionRow,
  NewSession,
  NewSignInCode,
  SessionRow,
} from './accounts/sessions.js';
export { Shares } from './accounts/shares.js';
export type { ListedShareRow, NewShare, ShareRow, ShownShareRow } from './accounts/shares.js';
export { WebsitesOfBatches } from './ingest/batch-websites.js';
export { recountDays } from './roll-ups/recount.js';
export type { BatchWebsites, BatchWebsitesRequest } from './ingest/batch-websites.js';
export { backupOf } from './backup/write-backup.js';
export { BackupFormatError } from './backup/format.js';
export { withTrailer } from './backup/trailer.js';
export { restoreBackup } from './backup/restore-backup.js';
export { NotEmptyError, RestoreError } from './backup/restore-error.js';
export type { Restored, RestoreOptions } from './backup/restore-backup.js';
export { BotDirectory, upsertBots } from './reports/bots.js';
export type { BotRow } from './reports/bots.js';
export { AddressKeys } from './ingest/address-keys.js';
export type { CurrentAddressKey } from './ingest/address-keys.js';
export { isDataError, isInfrastructureError, sqlstateOf } from './database/database-error.js';
export { DomainsOfAccounts } from './feeds/domains-of-accounts.js';
export { FeedHealth, noTotals, SAMPLES_PER_FEED } from './feeds/feed-health.js';
export type { EntryTotals, FeedCell, FeedRow, FeedSample, NoEntry } from './feeds/feed-health.js';
export { DeclaredBots, KnownDeclaredBots } from './ingest/declared-bots.js';
export { DeadEntries } from './ingest/dead-entries.js';
export type {
  DeadEntry,
  DeadJob,
  DeadRow,
  DeadRowWithPayload,
  Fault,
} from './ingest/dead-entries.js';
export { IdempotencyKeys } from './ingest/idempotency.js';
export type { IdempotencyVerdict, IdempotentRequest } from './ingest/idempotency.js';
export { inTransaction } from './database/in-transaction.js';
export { FlavourError } from './database/flavour.js';
export type { Flavour, WantedFlavour } from './database/flavour.js';
export { findSchema, migrate, SchemaMismatchError } from './database/migrator.js';
export type { MigrationOptions, MigrationReport } from './database/migrator.js';
export type { BatchEvidence, Unjudged } from './ingest/batch-evidence.js';
export {
  type EvidenceCount,
  type HeldKey,
  type VisitorKey,
  VisitorKeys,
} from './people/visitor-keys.js';
export { evidenceExpiryTask } from './upkeep/evidence-expiry.js';
export { peopleJudgeTask } from './upkeep/people-judge.js';
export { countMergeTask } from './upkeep/count-merger.js';
export { rollUpRefreshTask } from './upkeep/roll-up-refresher.js';
export { pageDigestsTask } from './upkeep/page-digests.js';
export { NEW_PAGES_PER_WEBSITE_AND_DAY } from './ingest/dictionaries.js';
export type { Client, PageVisit, Referer } from './ingest/dictionaries.js';
export { KnownPages } from './ingest/known-pages.js';
export { PageDictionary } from './ingest/page-dictionary.js';
export { KnownTexts } from './ingest/visit-numbers.js';
export { checkLocks, createPool } from './database/pool.js';
export { Shards, shardsOf } from './database/shards.js';
export type { Shard } from './database/shards.js';
export { SilentTransactions } from './database/silent-transactions.js';
export { botsFileMark, WatchBotsFiles } from './database/watch-bots-files.js';
export type { Pool, PoolSettings } from './database/pool.js';
export type { GroupCounts, GroupedSeries as CountedGroups } from './reports/grouped-series.js';
export type { BotLists } from './reports/bot-lists.js';
export { type DimensionFilter, isLimited } from './reports/report-questions.js';
export { FILTER_DIMENSIONS, type FilterDimension } from './reports/statements/sources.js';
export {
  COUNTRY_COLUMNS,
  type CountedHost,
  DimensionReader,
  HOST_COLUMNS,
} from './reports/dimension-reader.js';
export { LiveReader } from './raw/live-reader.js';
export type { LiveCount, LiveVisit, LiveVisits } from './raw/live-reader.js';
export { HoursReader } from './reports/hours-reader.js';
export { PagesByPathReader } from './reports/pages-by-path-reader.js';
export type { CoverValues } from './reports/cover-values.js';
export { edgesOf } from './reports/hour-edges.js';
export type { HourRange } from './reports/hour-edges.js';
export { BOT_COLUMNS, PAGE_COLUMNS } from './reports/list-order.js';
export type {
  BotColumn,
  BotWithId,
  ListOrder,
  ListPart,
  PageColumn,
  Place,
} from './reports/list-order.js';
export { rowsInOrder } from './reports/rows-in-order.js';
export type { RowsOrder } from './reports/rows-in-order.js';
export { ProviderReader } from './reports/provider-reader.js';
export type {
  CourseQuestion,
  PagesOfProvider,
  PlacedReads,
  PlacedReferral,
} from './reports/provider-reader.js';
export { LANDING_COLUMNS, LandingReader } from './reports/landing-reader.js';
export type { LandingColumn, LandingQuestion } from './reports/landing-reader.js';
export { FindingsReader } from './reports/findings-reader.js';
export type { DaysOfBot, PageOfAi } from './reports/findings-reader.js';
export { TrafficReader } from './reports/traffic-reader.js';
export type { VisitorsRow } from './reports/traffic-reader.js';
export type { BotFilter, BucketCounts, DayRange, ListFilter } from './reports/report-questions.js';
export { isPlaceHash, placeBefore } from './raw/visit-place.js';
export type { VisitPlace } from './raw/visit-place.js';
export { VisitsReader } from './raw/visits-reader.js';
export type { ChosenVisits, EndOfPart, Turn, VisitFilter } from './raw/visits-reader.js';
export { compressionTask } from './upkeep/compression.js';
export { declaredNamesTask } from './upkeep/declared-names.js';
export { expiryTask } from './upkeep/expiry.js';
export { Upkeep } from './upkeep/upkeep.js';
export type { UpkeepRound, UpkeepTask } from './upkeep/upkeep.js';
export { repairRollUps } from './upkeep/repair.js';
export type { DayOfWebsite, Repair } from './upkeep/repair.js';
export { verifyRollUps } from './upkeep/verify.js';
export { visitPartitionsTask } from './upkeep/visit-partitions.js';
export type { RollUpDifference, Verification } from './upkeep/verify.js';
export { BatchHeldError } from './ingest/ledger.js';
export { VisitWriter } from './ingest/visit-writer.js';
export type { WriteOutcome } from './ingest/visit-writer.js';
export type { SkippedRequests, VisitBatch, VisitColumns, VisitedPage } from './ingest/visit.js';
export { Deliveries } from './webhooks/deliveries.js';
export type {
  AttemptNote,
  DeliveredEvent,
  DeliveryFilter,
  DeliveryRow,
  TakenDelivery,
} from './webhooks/deliveries.js';
export { Webhooks } from './webhooks/webhooks.js';
export type { NewWebhook, WebhookRow, WebhookUpdate } from './webhooks/webhooks.js';
export { tellTime } from './database/tell-time.js';
export { withClient } from './database/with-client.js';
export { waitForDatabase } from './database/wait-for-database.js';
export { websiteErasureTask } from './upkeep/website-eraser.js';
export { AlertFacts } from './alerts/alert-facts.js';
export type {
  AskedBotRow,
  FeedOfWebsiteRow,
  PageErrorsRow,
  RecentGroupsRow,
  RecentHourRow,
  RecentStatusRow,
  SeriesQuestion,
  WatchedAlertRow,
} from './alerts/alert-facts.js';
export { writeEvents } from './alerts/write-events.js';
export type { DecidedEvents } from './alerts/write-events.js';
export { Alerts } from './alerts/alerts.js';
export type { AlertRow, Conditions, EventQuestion, EventRow, NewAlert } from './alerts/alerts.js';
export { AddressListStore } from './lists/address-lists.js';
export type { AddressListRow } from './lists/address-lists.js';
export { RobotsTexts } from './robots/robots-texts.js';
export type {
  ListedRobotsText,
  NewRobotsText,
  RobotsSource,
  RobotsTextRow,
} from './robots/robots-texts.js';
export { FETCH_LEASE_SECONDS, WebsiteFetches } from './fetches/website-fetches.js';
export type {
  ClaimedFetch,
  ClaimRules,
  FetchNote,
  WebsiteFetchRow,
} from './fetches/website-fetches.js';
export { RobotsReader } from './robots/robots-reader.js';
export { robotsState, robotsTextDocument } from './robots/robots-state.js';
export { fetchDocument } from './fetches/fetch-document.js';
export { CoverageReader } from './reports/coverage-reader.js';
export type { Coverage, CoverageQuestion, CoverageTotals } from './reports/coverage-reader.js';
export { Sitemaps } from './sitemaps/sitemaps.js';
export type { NewSitemap, SitemapRow, SitemapSource } from './sitemaps/sitemaps.js';
export { sitemapDocument } from './sitemaps/sitemap-document.js';
