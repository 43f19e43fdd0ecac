import { DAYS_OF_MONTH } from './browser-releases.js';
import { FILE_KINDS, hasAll, hasAny, SIGNS, signs } from './signs.js';
import { bitsOf, isPiecemeal } from './visitor-day.js';

/** What is known of a visitor when it is judged. */
export interface VisitorFacts {
  signs: number;
  loadsFiles: boolean;
  requests: number;
  pages: number;
  refusals: number;
  differentPages: number;
  /** Milliseconds from the first to the last request. */
  span: number;
  /** When the browser was released, in days after the begin of 2000; -1 when it is not known. */
  released: number;
  /** By how many days the browser is older than those of readers; null when it is not known. */
  age: number | null;
  /** Who else has the agent, and who else has the address. */
  agent: { visitors: number; reading: number; piecemeal: number; requests: number };
  address: { visitors: number; loading: number; probes: boolean };
  /** What is known of the log: whether it has files, and referers. */
  hasFiles: boolean;
  hasReferers: boolean;
  /** Whether the server gave somebody what no website links, as one does that answers everything. */
  servesProbes: boolean;
  /** Whether most visitors, and so the server in front of the website, speak HTTP/1.0. */
  isHttp10: boolean;
  /** Whether most of those that load files speak HTTP/2, and whether they send Sec-Fetch-Mode. */
  hasHttp2: boolean;
  hasModes: boolean;
}

/** What speaks for a person, or for a program. */
export interface Signal {
  /** Added up over the signals of a visitor. */
  weight: number;
  /** Why, for people: what the visitor did, as the end of a sentence that begins with it. */
  why: string;
  when: (visitor: VisitorFacts) => boolean;
}

const OLD = Math.round(12 * DAYS_OF_MONTH);
const VERY_OLD = Math.round(30 * DAYS_OF_MONTH);
const MODERN = Math.round(60 * DAYS_OF_MONTH);
/**
 * Safari was the last browser that began to send Sec-Fetch-Mode, with version 16.4 in March 2023. This
 * is the release of later ones, with their months of grace, in days after the begin of 2000.
 */
const ALL_SEND_MODES = 8_690;

const LOADED = signs('calledBack', 'preflight', 'ownFile', 'bareFile') | FILE_KINDS;
const OF_READERS = signs(
  'calledBack',
  'preflight',
  'notModified',
  'followedLink',
  'foreignReferer',
);

/** What those do that were here before, or that load by themselves what a page has. */
const CAME_BACK = signs('notModified', 'followedLink', 'calledBack', 'preflight', 'icon');

const CALLS = signs('preflight', 'called');
const CALLED_BACK = signs('calledBack', 'page');

const isText = (own: number) => hasAny(own, SIGNS.textBrowser);
/** Whether hardly any of those that share an agent reads, and whether they ask for little, or are many. */
const isFleet = ({ visitors, reading, requests }: VisitorFacts['agent']) =>
  visitors >= 8 &&
  reading <= 0.1 * visitors &&
  (requests <= 6 * visitors || (visitors >= 20 && reading === 0));
/** Whether those that share an agent are several, of which none reads, and ask for a page or two each. */
const isSmallFleet = ({ visitors, reading, requests }: VisitorFacts['agent']) =>
  visitors >= 4 && reading === 0 && requests <= 2 * visitors;
/** Whether those that share an agent are several, and most get files for pages that others asked for. */
const isDivided = ({ visitors, piecemeal }: VisitorFacts['agent']) =>
  visitors >= 6 && piecemeal >= 0.5 * visitors;
const isOlder = ({ age }: VisitorFacts, days: number) => age !== null && age > days;
const gotErrors = ({ refusals, pages }: VisitorFacts, least: number) =>
  refusals >= least && refusals >= 0.5 * pages;
const isWithoutFiles = ({ signs: own, hasFiles }: VisitorFacts) =>
  hasFiles && hasAny(own, SIGNS.page) && !hasAny(own, LOADED) && !isText(own);
const isWithoutReading = ({ signs: own, loadsFiles }: VisitorFacts) =>
  !loadsFiles && !hasAny(own, OF_READERS) && !isText(own);
/** Whether a page called another host, which only browsers ask for permission. */
export const calls = (own: number): boolean => hasAll(own, CALLS);

/** What is looked at of a visitor's day, with weights that were measured on labelled logs (decision 0050). */
export const SIGNALS = {
  loadedFiles: {
    weight: 4,
    why: 'loaded the files of a page',
    when: ({ loadsFiles }) => loadsFiles,
  },
  severalKinds: {
    weight: 1,
    why: 'loaded files of several kinds',
    when: ({ signs: own, loadsFiles }) => loadsFiles && bitsOf(own & FILE_KINDS) >= 2,
  },
  calledBack: {
    weight: 2,
    why: 'its page called the website for data',
    when: ({ signs: own }) => hasAll(own, CALLED_BACK),
  },
  preflight: {
    weight: 5,
    why: 'asked for permission to call, as only browsers do (CORS)',
    when: ({ signs: own }) => calls(own),
  },
  cached: {
    weight: 2,
    why: 'had something of the website in its cache',
    when: ({ signs: own }) => hasAny(own, SIGNS.notModified),
  },
  followedLink: {
    weight: 2,
    why: 'followed a link of the website',
    when: ({ signs: own, differentPages }) =>
      differentPages >= 2 && hasAny(own, SIGNS.followedLink),
  },
  icon: {
    weight: 1,
    why: 'asked for the icon of the website',
    when: ({ signs: own }) => hasAny(own, SIGNS.icon),
  },
  foreignReferer: {
    weight: 0.5,
    why: 'came by a link from another website',
    when: ({ signs: own }) => hasAny(own, SIGNS.foreignReferer),
  },
  probe: {
    weight: -9,
    why: 'asked for what no website links',
    when: ({ signs: own }) => hasAny(own, SIGNS.probe),
  },
  likeProbe: {
    weight: -4,
    why: 'asked for what scanners ask for, and did nothing that readers do',
    when: (visitor) =>
      hasAny(visitor.signs, SIGNS.likeProbe) &&
      (visitor.hasFiles || visitor.servesProbes) &&
      isWithoutReading(visitor),
  },
  robotsFile: {
    weight: -4,
    why: 'asked for what only programs ask for, such as robots.txt or xmlrpc.php',
    when: ({ signs: own }) => hasAny(own, SIGNS.robotsFile),
  },
  // Without any referer in the log, nobody knows which requests had one.
  oddMethod: {
    weight: -4,
    why: 'used a method that browsers do not use',
    when: ({ signs: own, hasReferers }) => hasReferers && hasAny(own, SIGNS.oddMethod),
  },
  impossibleAgent: {
    weight: -4,
    why: 'has an agent that no browser has ever sent',
    when: ({ signs: own }) => hasAny(own, SIGNS.impossibleAgent) && !isText(own),
  },
  veryOld: {
    weight: -3,
    why: 'has a browser more than 30 months older than those of readers',
    when: (visitor) => isOlder(visitor, VERY_OLD) && !isText(visitor.signs),
  },
  old: {
    weight: -1,
    why: 'has a browser 12 to 30 months older than those of readers',
    when: (visitor) =>
      isOlder(visitor, OLD) && !isOlder(visitor, VERY_OLD) && !isText(visitor.signs),
  },
  http1: {
    weight: -2,
    why: 'speaks HTTP/1.1 where browsers of its age speak HTTP/2',
    when: ({ signs: own, hasHttp2, age }) =>
      hasHttp2 &&
      hasAny(own, SIGNS.http11) &&
      !hasAny(own, SIGNS.http2) &&
      age !== null &&
      age < MODERN &&
      !isText(own),
  },
  http10: {
    weight: -1,
    why: 'speaks HTTP/1.0 where most others do not',
    when: ({ signs: own, released, isHttp10 }) =>
      released >= 0 && !isHttp10 && hasAny(own, SIGNS.http10) && !isText(own),
  },
  withoutMode: {
    weight: -3,
    why: 'sends no Sec-Fetch-Mode, as every browser of its age does',
    when: ({ signs: own, hasModes, released }) =>
      hasModes &&
      released > ALL_SEND_MODES &&
      hasAny(own, SIGNS.withoutMode) &&
      !hasAny(own, SIGNS.withMode),
  },
  fleet: {
    weight: -3,
    why: 'has an agent that came from many addresses, of which hardly one does what readers do',
    when: ({ signs: own, hasFiles, agent }) =>
      // Pictures in mail are loaded without a page, by readers with the same program.
      hasFiles && isFleet(agent) && !isPiecemeal(own) && !isText(own),
  },
  // Without files in the log, only old browsers tell a fleet from people with the same phone.
  oldFleet: {
    weight: -2,
    why: 'has an old browser that came from several addresses, of which none did what readers do',
    when: (visitor) =>
      !visitor.hasFiles &&
      isSmallFleet(visitor.agent) &&
      isOlder(visitor, OLD) &&
      isWithoutReading(visitor) &&
      !hasAny(visitor.signs, SIGNS.icon),
  },
  // People whose address changes while a page loads have a browser of the day.
  divided: {
    weight: -3,
    why: 'has an old browser that came from many addresses, most of which got files and no page',
    when: (visitor) =>
      isDivided(visitor.agent) &&
      !visitor.loadsFiles &&
      isOlder(visitor, OLD) &&
      !isText(visitor.signs),
  },
  noFiles: { weight: -1, why: 'loaded no file of a page', when: isWithoutFiles },
  // Whoever comes for the first time has nothing of the website in a cache.
  cameWithoutFiles: {
    weight: -1.5,
    why: 'came by a link from another website with an old browser, and loaded no file',
    when: (visitor) =>
      isWithoutFiles(visitor) &&
      isOlder(visitor, OLD) &&
      hasAny(visitor.signs, SIGNS.foreignReferer) &&
      !hasAny(visitor.signs, CAME_BACK),
  },
  pagesWithoutFiles: {
    weight: -3,
    why: 'asked for three pages or more without loading a file',
    when: (visitor) => visitor.differentPages >= 3 && isWithoutFiles(visitor),
  },
  mostlyErrors: {
    weight: -2,
    why: 'got errors for at least half of what it asked for',
    when: (visitor) => gotErrors(visitor, 1),
  },
  manyErrors: {
    weight: -2,
    why: 'got three errors or more',
    when: (visitor) => gotErrors(visitor, 3),
  },
  bareWrite: {
    weight: -3,
    why: 'sent a form that no page of the website led to',
    when: ({ signs: own, hasReferers }) =>
      hasReferers && hasAny(own, SIGNS.bareWrite) && !hasAny(own, SIGNS.preflight),
  },
  malformed: {
    weight: -2,
    why: 'sent a malformed request',
    when: ({ signs: own }) => hasAny(own, SIGNS.malformed),
  },
  selfReferer: {
    weight: -0.5,
    why: 'names a page itself as what led to it',
    when: ({ signs: own }) => hasAny(own, SIGNS.selfReferer),
  },
  // Whoever is led by a page has seen it before, and mostly on the same day.
  onlyItself: {
    weight: -2.5,
    why: 'asked for nothing but a page that names itself, where the log has no files',
    when: (visitor) =>
      !visitor.hasFiles &&
      visitor.requests === 1 &&
      visitor.pages === 1 &&
      hasAny(visitor.signs, SIGNS.selfReferer) &&
      isWithoutReading(visitor),
  },
  selfFile: {
    weight: -3,
    why: 'names an icon or a script itself as what led to it',
    when: ({ signs: own }) => hasAny(own, SIGNS.selfFile),
  },
  fast: {
    weight: -2,
    why: 'asked for pages faster than anybody reads',
    when: ({ pages, span }) => pages >= 8 && span < pages * 1_500,
  },
  manyPages: {
    weight: -1,
    why: 'asked for fifteen pages or more',
    when: ({ differentPages }) => differentPages >= 15,
  },
  nothingOfReaders: {
    weight: -1,
    why: 'did nothing that readers do, with an old browser, errors, or the page itself as referer',
    when: (visitor) =>
      visitor.hasFiles &&
      isWithoutReading(visitor) &&
      (isOlder(visitor, OLD) || gotErrors(visitor, 1) || hasAny(visitor.signs, SIGNS.selfReferer)),
  },
  manyAgents: {
    weight: -2,
    why: 'is at an address with ten agents or more, of which hardly one loads files',
    when: ({ address }) => address.visitors >= 10 && address.loading <= 0.2 * address.visitors,
  },
  probingAddress: {
    weight: -2,
    why: 'is at an address that asks for what no website links',
    when: ({ signs: own, address }) => address.probes && !hasAny(own, SIGNS.probe),
  },
  // People come through VPNs, so it must stay a hint.
  hoster: {
    weight: -1,
    why: 'is at an address of a hoster, by the lists of the operator',
    when: ({ signs: own }) => hasAny(own, SIGNS.hoster),
  },
} as const satisfies Record<string, Signal>;
export type SignalName = keyof typeof SIGNALS;

/** Whose signals add up to this or more is a person. */
export const PERSON_FROM = 2.5;
/** Whose signals add up to this or less is automation. Between them, a visitor is undecided. */
export const AUTOMATION_TO = -3;
