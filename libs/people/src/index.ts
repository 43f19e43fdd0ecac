export { type AgentFacts, agentFacts } from './agent-facts.js';
export { releaseMonth } from './browser-releases.js';
export {
  type BrowserVisits,
  countryNumber,
  countryOf,
  createBrowserVisits,
  packBrowserVisits,
  sourceOfAssistant,
  unpackBrowserVisits,
} from './browser-visits.js';
export { createEvidence, type Evidence, EvidenceMerger } from './evidence.js';
export {
  type JudgedDay,
  judgeDay,
  NO_READERS,
  type PeopleCounts,
  type Readers,
} from './judge-day.js';
export type { Counted, VisitorGroup } from './group-tally.js';
export { networkNumber, networkText } from './networks.js';
export {
  type JudgedList,
  type JudgedLists,
  MOST_LISTED,
  SOURCES,
  STATUSES,
} from './judged-lists.js';
export { NumberIndex } from './number-index.js';
export { packEvidence, unpackEvidence } from './pack-evidence.js';
export { PATH_GROUPS, type PathFacts, pathFacts } from './path-facts.js';
export { type Pseudonyms, pseudonymsWith } from './pseudonyms.js';
export {
  isOwnReferer,
  type LedBy,
  ledBy,
  NO_REFERER,
  type RefererFacts,
  refererFacts,
} from './referer-facts.js';
export {
  type FetchMode,
  fetchModeOf,
  FOR_A_PAGE,
  type Method,
  methodOf,
  protocolSign,
  type RequestFacts,
  requestSigns,
} from './request-signs.js';
export { AUTOMATION_TO, PERSON_FROM, type SignalName, SIGNALS } from './signals.js';
export { type Sign, signs, SIGNS } from './signs.js';
export { mergeRecords, NO_RECORDS, type VisitorRecords } from './visitor-records.js';
export { eachSignal, SIGNAL_NAMES } from './weigh.js';
