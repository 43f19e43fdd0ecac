// Every text of the page in English: a language is a file like this one. A key says what its text is
// for, below the part of the page that shows it. A text with values is a function of them, so that it
// can put them where the language wants them; numbers come as numbers. Words for codes, such as those
// of the API, have the codes as keys: where one is looked up, the compiler says if it is missing.
//
// Elements in a text are tags, such as `<link>…</link>`, which `Rich` draws. What strangers wrote
// never stands in a text with tags: it is an element of its own, such as `<path/>`.
import { choiceOf, inFull, listOf, plural } from './plural.js';

const someVisits = (count: number): string => plural(count, { one: '# visit', other: '# visits' });
const visitsAre = (count: number): string =>
  plural(count, { one: '# visit is', other: '# visits are' });
const someVisitors = (count: number): string =>
  plural(count, { one: '# visitor', other: '# visitors' });
const werePeople = (count: number): string =>
  plural(count, { one: '# visitor was a person', other: '# visitors were people' });
const someBots = (count: number): string => plural(count, { one: '# bot', other: '# bots' });
const someAddresses = (count: number): string =>
  plural(count, { one: '# address', other: '# addresses' });
const somePages = (count: number): string => plural(count, { one: '# page', other: '# pages' });
const someOr = (count: number | null): string => (count === null ? 'Some' : inFull(count));
const andUnclear = (count: number): string =>
  count > 0 ? `, and ${someVisits(count)} undecided or not judged` : '';
const furtherLists = (count: number): string =>
  count > 0
    ? `; ${plural(count, { one: '# further one comes', other: '# further ones come' })} with releases only`
    : '';

/** What came of fetching a file of a website. Those that mean more for one of them stand there. */
const FETCH_OUTCOMES = {
  fetched: 'it was found',
  fetched_in_part: 'it has more than 500 KiB, of which the first lines were taken',
  bad_redirect: 'a redirect leads nowhere',
  not_public: 'its host has no address on the internet',
  unreachable: 'the website could not be reached',
  not_trusted: 'its certificate is not valid',
  too_slow: 'the answer came too slowly',
  error_status: 'the website answered with an error',
  unreadable: 'the answer could not be read',
  too_long: 'it is longer than may be read',
  no_sitemap: 'what is there is no sitemap',
  interrupted: 'the service was interrupted, and tries again later',
  time_used_up:
    'not asked, because fetching took all the time that the account has a day; it is tried tomorrow',
};

/** The figures are those of docs/how-we-count-people.md. */
const HOW_SURE =
  'How sure: in labelled logs, one or two of a hundred people were taken for automation, and three quarters of the automation was found. The verdicts of the last two days may change.';

interface MoreVisits {
  who: string;
  visits: number;
  usual: number;
  from: string;
  to: string;
  isUnfinished: boolean;
}
interface FewerVisits {
  who: string;
  visits: number;
  usual: number;
  hours: number;
  to: string;
}
interface Errors {
  /** A page, a bot or bots. */
  subject: string;
  /** Whose visits got them, of a page. */
  who: string;
  errors: number;
  visits: number;
  share: string;
  statuses: string;
  from: string;
}
interface Rejects {
  feed: string;
  part: number;
  all: number;
  share: string;
  reason: string;
}
interface Unread {
  who: string;
  read: number;
  pages: number;
  share: string;
}
/** Who a group of visitors is. Null is not known. */
interface Who {
  visitors: number;
  agents: number;
  browser: string | null;
  page: string | null;
  network: string | null;
}
const mostlyAs = ({ reason }: Rejects) => reason && `, mostly as ${reason}`;

export const address = {
  noDay: (text: string) =>
    `The address of this page names “${text}”, which is no calendar day, so the usual days are shown.`,
  noPeriod: (name: string) =>
    `The address of this page names the period “${name}”, which does not exist, so the usual days are shown.`,
  noTimezone: (name: string) =>
    `The address of this page names the time zone “${name}”, which does not exist, so days are those of UTC.`,
  oneDay:
    'The address of this page names only one of the days start_date and end_date, so the usual days are shown.',
  reversed: (start: string, end: string) =>
    `The address of this page has a first day, ${start}, that is after the last one, ${end}, so the usual days are shown.`,
};

export const ai = {
  columns: {
    agents: 'Agents',
    assistants: 'Assistants',
    company: 'Company',
    ofSitemap: 'Of sitemap',
    reads: 'Reads',
    readsForEach: 'Reads for each',
    readsOverTime: 'Reads over time',
    search: 'Search',
    training: 'Training',
    visitorsSent: 'Visitors sent',
  },
  companies: {
    title: 'AI companies',
    csv: 'AI companies',
    caption: 'AI companies, with what their bots read and whom their assistants sent',
    reads: 'Reads are visits of AI bots that were not found spoofed.',
    readsForEach:
      'Reads for each visitor sent are at most what is shown: assistants often hide where they send somebody from.',
    sitemap: (pages: number) => `The sitemap has ${inFull(pages)} pages.`,
    changesFrom: (what: string) => `Changes are from ${what}.`,
    empty:
      'No AI company read a page in these days, and no assistant sent anybody. Choose other days to see some.',
  },
  company: {
    bots: (company: string) => `The bots of ${company}`,
    noBots: 'None of its bots came in these days.',
    pages: (company: string) => `Pages that ${company} read`,
    landings: 'Pages it sent visitors to, or read for answers',
    courses: {
      reads: (count: number) =>
        `${plural(count, { one: '# read', other: '# reads' })} in these days.`,
      sent_visits: (count: number) => `${someVisits(count)} in these days.`,
    },
  },
  pages: {
    title: 'Pages in AI answers',
    csv: 'pages in AI answers',
    about: (company: string | undefined) =>
      `Crawled for training and search, read by assistants while they answer somebody, and opened by visitors that they sent${company ? `: those of ${company} only` : ''}. Days are those of UTC.`,
    caption:
      'Pages that AI bots crawled, that assistants read for an answer, and to which they sent visitors',
    crawled: 'Crawled',
    readForAnswers: 'Read for answers',
    noReferers: 'The logs have no referers, so it is not known whom assistants sent.',
    sentSince: (day: string) => `To which pages visitors were sent is known from ${day} on.`,
    empty:
      'No assistant read a page for an answer in these days, and none sent anybody. Choose other days to see some.',
  },
};

export const alerts = {
  parts: 'Parts of the alerts',
  alerts: 'Alerts',
  conditions: {
    whose: 'Whose visits',
    allAiBots: 'All AI bots',
    bot: 'In whose name',
    anyBot: 'Any bot',
    categories: 'Of which bots',
    path: 'On this page',
    anyPage: 'Any page',
    feed: 'Which log source',
    anyFeed: 'Any log source',
    statuses: 'Which errors',
    allStatuses: 'All: 4xx and 5xx',
    statusesHint: '4xx, 5xx or one status, such as 404',
    direction: 'Tell when there are',
    both: 'more or fewer than usual',
    above: 'more than usual',
    below: 'fewer than usual',
  },
  disabledWebhook: 'A disabled webhook',
  events: {
    title: 'Events',
    open: 'Open events',
    kindOfEvents: 'Kind of events',
    allKinds: 'All kinds',
    noneOpen: 'Nothing is open.',
    noneOpenOfKind: 'Nothing is open of this kind.',
    over: 'Events that are over',
    earlier: 'Earlier events',
    newest: 'Newest events',
    none: 'Nothing here.',
    noneYet:
      'Nothing yet. Alerts find events from when they are made, and events are kept for 400 days.',
    isOpen: 'open',
    since: (opened: string, seen: string) => `since ${opened}, last seen ${seen}`,
    fromTo: (opened: string, closed: string) => `from ${opened} to ${closed}`,
    openSince: (opened: string) => `Open since ${opened}`,
    more: 'More events are open: see all of them',
    /** What the API calls a figure, in words. */
    figure: (name: string) => name.replaceAll('_', ' '),
  },
  form: {
    make: 'Make an alert',
    change: 'Change the alert',
    kind: 'What to tell',
    submit: 'Make the alert',
  },
  item: {
    paused: 'paused',
    openEvents: (count: number) => plural(count, { one: '# open event', other: '# open events' }),
    noOpenEvent: 'no open event',
    made: (moment: string) => `made ${moment}`,
    change: 'Change',
    pause: 'Pause',
    goOn: 'Go on',
    deleteIt: 'Delete it',
    deleted:
      'It finds nothing any more. Its open events are closed, and all of them stay in the list.',
  },
  kinds: {
    new_bot: {
      title: 'A new bot',
      what: 'Tells when a bot comes to this website for the first time.',
    },
    unusual_visits: {
      title: 'Unusual visits',
      what: 'Tells when more or fewer visits come than in the same hours of the last four weeks.',
      numbers: { least: 'Only where at least this many visits came or were expected' },
    },
    errors: {
      title: 'Errors',
      what: 'Tells when bots get an error instead of what they asked for.',
      numbers: {
        share: 'Tell when at least this percentage of visits get an error',
        least: '… of at least this many visits in four hours',
      },
    },
    spoofed: {
      title: 'Spoofed visits',
      what: 'Tells when visits come in the name of a bot, but from other addresses than its own.',
      numbers: { least: 'Tell when there are at least this many spoofed visits in four hours' },
    },
    feed_silent: {
      title: 'A silent log source',
      what: 'Tells when a log source sends nothing for longer than it usually does.',
    },
    feed_rejects: {
      title: 'Rejected records',
      what: 'Tells when records of a log source cannot be read or are refused.',
      numbers: {
        share: 'Tell when at least this percentage of records are rejected',
        least: '… and these are at least this many in four hours',
      },
    },
    dead_entries: {
      title: 'Entries not stored',
      what: 'Tells when log entries arrived, but could not be stored.',
      numbers: { least: 'Tell when there are at least this many such entries in 24 hours' },
    },
    robots_disobeyed: {
      title: 'Disobeyed robots.txt',
      what: 'Tells when a bot visits pages that the robots.txt of this website does not allow to it.',
      numbers: { least: 'Tell when a bot makes at least this many such visits a day' },
    },
    coverage_below: {
      title: 'Pages not read',
      what: 'Tells when AI bots read too few of the pages of the sitemap, or of those that people visit.',
      numbers: {
        shareRead: 'Tell when AI bots read less than this percentage of the pages',
        leastPages: '… of at least this many pages',
      },
    },
    automation_above: {
      title: 'Much automation',
      what: 'Tells when programs that call themselves browsers make a large part of their visits.',
      numbers: {
        share: 'Tell when automation makes at least this percentage of visits of browsers',
        least: '… and these are at least this many visits in 24 hours',
      },
    },
    fleet_begun: {
      title: 'A fleet',
      what: 'Tells when programs come with the same agent of a browser from many addresses.',
      numbers: {
        least: 'Tell when one agent makes at least this many visits a day',
        addresses: '… from at least this many addresses',
      },
    },
    brute_force: {
      title: 'Brute force',
      what: 'Tells when programs write to one page, such as a log-in, or ask for it in vain, again and again.',
      numbers: { least: 'Tell when one page gets at least this many such visits a day' },
    },
  },
  panel: {
    title: (domain: string) => `Alerts of ${domain}`,
    about:
      'The service looks every minute. What it finds becomes an event, which is open until its cause is gone, and which the <link>webhooks of the account</link> are told of.',
    mayOnlyRead: (key: string) =>
      `You are signed in with the key ${key}, which may read everything and change nothing. To make or change alerts, sign in with a key of scope full.`,
    none: 'Nothing is asked for yet, so nothing is told.',
    makeUsual: 'Make the usual alerts, one of each kind',
  },
};

/** What alerts ask to be told, each in one sentence. */
export const alertRules = {
  someBot: 'An AI bot comes for the first time.',
  botsOf: (categories: readonly string[]) =>
    `A bot of the ${categories.length === 1 ? 'category' : 'categories'} ${choiceOf(categories)} comes for the first time.`,
  directions: { above: 'more', below: 'fewer', both: 'more or fewer' },
  unusual: (who: string, how: string, least: number) =>
    `Visits of ${who} are ${how} than in the same hours of the last four weeks, and at least ${inFull(least)} came or were usual.`,
  errors: (of: {
    who: string;
    path: string | null;
    statuses: string | null;
    share: string;
    least: number;
  }) =>
    `At least ${of.share} of the visits of ${of.who}${of.path === null ? '' : ` on ${of.path}`}, which must be at least ${inFull(of.least)}, get ${of.statuses === null ? 'an error' : `the status ${of.statuses}`}.`,
  spoofed: (bot: string | null, least: number) =>
    `At least ${someVisits(least)} in the name of ${bot ?? 'bots'} ${least === 1 ? 'comes' : 'come'} from other addresses within about four hours.`,
  silentFeed: (feed: string | null) =>
    `${feed === null ? 'A log source' : `The log source ${feed}`} brings nothing for longer than usual.`,
  rejects: (feed: string | null, share: string, least: number) =>
    `${feed === null ? 'A log source' : `The log source ${feed}`} rejects ${share} of its records, and at least ${inFull(least)}, within about four hours.`,
  deadEntries: (least: number) =>
    `At least ${plural(least, { one: '# log entry', other: '# log entries' })} could not be stored within 24 hours.`,
  coverage: (who: string, share: string, least: number) =>
    `Within 30 days, ${who} read less than ${share} of the pages that should be read, which must be at least ${inFull(least)}.`,
  automation: (share: string, least: number) =>
    `Within 24 hours, undeclared automation makes at least ${share} of the visits of browsers that are judged, and at least ${inFull(least)} of them.`,
  fleet: (least: number, from: number) =>
    `A fleet has begun: one agent of undeclared automation makes at least ${someVisits(least)} in a day, from at least ${someAddresses(from)}.`,
  bruteForce: (least: number) =>
    `Brute force: undeclared automation makes at least ${someVisits(least)} in a day to one page, which it writes to, or asks for in vain, again and again.`,
  disobeyed: (who: string, least: number) =>
    `${who} makes at least ${someVisits(least)} in a day to pages that robots.txt does not allow to it.`,
  who: {
    all: 'AI bots',
    category: (category: string) => `bots of the category ${category}`,
    oneOfAll: 'An AI bot',
    oneOfCategory: (category: string) => `A bot of the category ${category}`,
  },
};

export const answers = {
  title: 'Responses',
  whose: 'Whose responses',
  everybody: 'Everybody',
  notByPage: 'Status codes are not counted by page. Take this filter away to see them over time.',
  notByVerification:
    'Status codes are not counted by verification. Take this filter away to see them over time.',
  belowPath: (path: string) =>
    `Status codes are not counted by the start of a path: the chart is of all pages, and the lists are of those below ${path}`,
  none: (days: string) => `No visits in ${days} with these filters.`,
  noErrors: (count: number, days: string) =>
    `${someVisits(count)} in ${days}, and none got an error.`,
  errors: (told: { visits: number; days: string; share: string; most: string }) =>
    `${someVisits(told.visits)} in ${told.days}: ${told.share} got no content. ${told.most}.`,
  bots: {
    title: 'Bots that got errors',
    csv: 'bots by errors',
    caption: 'Bots by the errors that they got',
    noErrors: 'Every bot got what it asked for in these days.',
  },
  ofItsVisits: 'Of its visits',
  errorsNotCounted: 'Errors are not counted by verification. Take this filter away to see them.',
  pages: {
    title: 'Pages that returned errors',
    csv: 'pages by errors',
    caption: 'Pages by the errors that they returned',
    countedAgain:
      'Errors of pages in these days are being counted again after an upgrade. Come back in a few minutes.',
    noErrors: 'Every page returned content in these days.',
    empty:
      'No page was asked for in these days with these filters. Choose other days, or take a filter away.',
  },
  who: {
    title: 'Who got errors',
    caption: 'Errors by who got them: all answers with a status from 400 on',
    who: 'Who',
    ofTheirVisits: 'Of their visits',
    scanners: 'Security scanners',
    empty: 'Nobody came in these days. Choose other days to see errors.',
  },
};

export const api = {
  away: (why: string) => `${why}. The page keeps asking; what you see is what came last.`,
  badStatus: (status: number) => `The service answered with status ${status}`,
  change: {
    away: (why: string) => `${why}. Try again, and look first whether it was done nevertheless.`,
    ended: 'Your session has ended. Sign in again, then try once more.',
    wait: (why: string, seconds: number) => `${why}. Try again in ${seconds} s.`,
  },
  ended: 'Your session has ended. Sign in again to go on here.',
  tooMany: 'Too many requests',
  unreachable: 'The service cannot be reached from this browser',
  wait: (why: string, seconds: number) => `${why}. The page asks again in ${seconds} s.`,
};

export const bots = {
  absent: (bot: string, days: string) =>
    `${bot} did not come in ${days}, or not with these filters. Choose other days, or take a filter away.`,
  addresses: {
    about: 'Whether visits came from an address of its operator.',
    caption: 'Visits by what their addresses prove',
    empty: 'No visits.',
    unverifiable: 'Unverifiable',
    verdict: 'Verdict',
    why: {
      verified: 'an address of the operator',
      spoofed: 'an address of somebody else',
      unverifiable: 'could not be decided',
      notChecked: 'nothing to check by',
    },
  },
  columns: {
    byItsOwnName: 'by its own name',
    trend: 'Trend',
  },
  facts: {
    declared:
      'This bot is not in the registry. Name and provider are what it says of itself, and its category is concluded from them; nobody has checked them.',
    documentation: 'Documentation',
    filtered: 'The numbers are those of the filters above.',
    first: 'First visit in this period (UTC)',
    last: 'Last visit in this period (UTC)',
    pagesRead: 'Pages read',
  },
  list: {
    which: 'Which bots',
    new: 'New in this period',
    csv: 'these bots',
    about: 'Real visits came from an address of the operator, fake ones did not.',
    caption: 'Bots, with visits and what is known of them. Times are UTC.',
    showAll: (count: number) => `Show all ${count} bots`,
    noneNew:
      'No bot came for the first time in these days. Choose more days to see newer bots together.',
  },
  networks: {
    title: 'Who came under its name',
    csv: 'spoofed visits',
    caption: (bot: string) => `Networks from which visits claimed to be ${bot}`,
    empty: 'The networks of these visits are not known.',
  },
  overTime: 'Visits of bots',
  pages: {
    title: 'Pages it read',
    caption: (bot: string) => `The pages that ${bot} read most`,
    empty: 'Which pages it read is not known.',
    more: (bot: string) => `More pages of ${bot}`,
  },
  pagesAndTimes: 'Pages and times',
  robots: {
    title: 'robots.txt',
    about: (bot: string) =>
      `These lines ask ${bot} to stay away from the whole website. Whether it does is up to its operator.`,
  },
  verdict: {
    notCheckable: 'not checkable',
    real: (share: string) => `${share} real`,
    fake: (count: number) => `${inFull(count)} fake`,
    unknown: (count: number) => `${inFull(count)} unknown`,
    heard: (of: { checked: number; verified: number; spoofed: number; undecided: number }) =>
      `Of ${plural(of.checked, { one: '# checked visit', other: '# checked visits' })}, ${inFull(of.verified)} verified, ${inFull(of.spoofed)} spoofed, ${inFull(of.undecided)} could not be decided`,
  },
};

export const charts = {
  asTable: (title: string) => `${title}, as a table`,
  buckets: { minute: 'Minute', hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' },
  byKeys: (title: string) => `${title}: read with the arrow keys`,
  chooseByKeys: (title: string) => `${title}: read with the arrow keys, choose days with Enter`,
  chooseLast: (from: string) => `From ${from}. Choose the last one; Escape lets go.`,
  daysBefore: 'Days before',
  events: 'Events',
  notJudged: 'not judged',
  notJudgedIn: (bucket: string) => `${bucket} (not judged)`,
  notOver: 'not over yet',
  notOverIn: (bucket: string) => `${bucket} (not over yet)`,
  nothing: 'nothing',
  showTable: 'Show as table',
  visits: (count: number) => plural(count, { one: '# visit', other: '# visits' }),
};

export const common = {
  aiBots: 'AI bots',
  allBots: 'All bots',
  allWebsites: 'All websites',
  apiReference: 'API reference',
  automation: 'Automation',
  bot: 'Bot',
  bots: 'Bots',
  brokenDownBy: 'Broken down by',
  browsers: 'Browsers',
  cancel: 'Cancel',
  categories: 'Categories',
  category: 'Category',
  close: 'Close',
  country: 'Country',
  csvOfPages: 'pages',
  csvOfThesePages: 'these pages',
  delete: 'Delete',
  errors: 'Errors',
  fetch: {
    everyDay: 'Fetch it every day',
    never: 'It is not fetched.',
    soon: 'It is fetched within a minute, and then every day.',
    last: (tried: { moment: string; outcome: string; status: number | null }) =>
      `It is fetched every day. Last try, ${tried.moment} UTC: ${tried.outcome}${tried.status === null ? '' : `, status ${tried.status}`}.`,
  },
  filterShowsOthers: 'A filter such as /blog/ in the field above shows others.',
  firstInPeriod: 'First in period',
  haveIt: 'I have it',
  host: 'Host',
  interval: 'Interval',
  intervals: { hour: 'By hour', day: 'By day', week: 'By week', month: 'By month' },
  inUtc: (moment: string) => `${moment} UTC`,
  lastInPeriod: 'Last in period',
  lastVisit: 'Last visit',
  network: 'Network',
  networks: 'Networks',
  never: 'never',
  noBot: 'No bot came in these days with these filters. Choose other days, or take a filter away.',
  notChecked: 'Not checked',
  notKnown: 'Not known',
  otherBots: 'Other bots',
  page: 'Page',
  pages: 'Pages',
  pagesByUtc: 'Pages are counted by days of UTC.',
  people: 'People',
  provider: 'Provider',
  providers: 'Providers',
  reversedDays: 'The first day is after the last one.',
  /** A text that has no full stop yet. */
  save: 'Save',
  sentence: (words: string) => `${words}.`,
  share: 'Share',
  spoofed: 'Spoofed',
  statusCodes: 'Status codes',
  verified: 'Verified',
  visitors: 'Visitors',
  visits: 'Visits',
  visitsByStatus: 'Visits by status code',
  website: 'Website',
};

export const countries = {
  caption: 'Countries with their visits',
  csv: 'these countries',
  empty: 'Nobody came in these days. Choose other days to see countries.',
  notKnown: 'Not known',
  notTold: {
    how: 'Most CDNs know it, and <setup>Set up a sender</setup> has what they must send. Which field of which sender it is stands in <code>docs/feeds/README.md</code> of the repository, under “Country, network, protocol and fetch headers”. In entries of your own it is the field <code>country</code>, see the <api>API reference</api>.',
    why: 'The logs do not tell countries: no entry of these days has one. Botgauge takes the country from whoever sends the logs, and looks up no address.',
  },
  showAll: (count: number) => `Show all ${inFull(count)}`,
  title: 'Countries',
  utcDays: 'Countries are counted by days of UTC, whatever the time zone is.',
};

export const coverage = {
  pages: {
    title: 'Pages by visits of browsers',
    which: 'Which of these pages',
    caption: (shown: string) => `Pages, and what AI bots read of them: ${shown}`,
    showMore: 'Show more',
    first: 'These are the first 1,000. A filter such as /blog/ shows others.',
    readBy: 'Read by',
    lastRead: 'Last read',
  },
  readers: {
    title: 'What AI bots read',
    which: 'Which pages should be read',
    sitemap: 'Sitemap',
    visited: 'Pages browsers opened',
    onePage: 'This view is about all pages, so the filter by one page has no effect.',
    categories: 'Categories of AI bots by the pages that they read',
    bots: 'AI bots by the pages that they read',
    noBots: 'No AI bot read any of these pages.',
    ofAll: 'Of all',
    none: {
      sitemap: 'The sitemap lists no page with these filters.',
      visited: 'Browsers opened no page in these days with these filters.',
    },
    read: {
      sitemap: (counts: { read: number; pages: number; share: string }) =>
        `AI bots read ${inFull(counts.read)} of the ${inFull(counts.pages)} pages of the sitemap (${counts.share}).`,
      visited: (counts: { read: number; pages: number; share: string }) =>
        `AI bots read ${inFull(counts.read)} of the ${inFull(counts.pages)} pages that browsers opened (${counts.share}).`,
    },
    askedNotRead: (pages: number) =>
      `They asked for ${plural(pages, { one: '# other one', other: '# others' })} without reading: they got errors only, or were spoofed.`,
    withErrors: (pages: number) =>
      `${plural(pages, { one: '# page', other: '# pages' })} answered them with an error at least once.`,
    cut: 'So these pages are the beginning of the sitemap: give one with the pages that matter most.',
  },
  showings: {
    all: {
      title: 'All',
      empty: 'There is no page to show. Choose other days, or take a filter away.',
    },
    never_read: { title: 'Never read', empty: 'AI bots read every one of these pages.' },
    errors: { title: 'With errors', empty: 'No page answered AI bots with an error.' },
    read: {
      title: 'Read',
      empty: 'AI bots read none of these pages. Choose other days, or take a filter away.',
    },
  },
  sitemap: {
    title: (domain: string) => `Sitemap of ${domain}`,
    forget: 'Forget it',
    none: 'No sitemap is known yet, so this view is about the pages that browsers opened.',
    listed: {
      given: (pages: number, moment: string) =>
        `It lists ${plural(pages, { one: '# page', other: '# pages' })}, as it was given on ${moment} UTC.`,
      fetched: (pages: number, moment: string) =>
        `It lists ${plural(pages, { one: '# page', other: '# pages' })}, as it was fetched on ${moment} UTC.`,
    },
    leftOut: (what: string) => `Left out: ${what}.`,
    leftOutFor: {
      other_hosts: (count: number) => `${someAddresses(count)} of other websites`,
      no_addresses: (count: number) => `${someAddresses(count)} that are no address`,
      too_long: (count: number) => `${someAddresses(count)} with more characters than may be`,
      beyond_bound: (count: number) =>
        `${someAddresses(count)} beyond 50,000 pages or 8 MiB of paths`,
      files: (count: number) =>
        `${plural(count, { one: '# file', other: '# files' })} that were not read`,
    },
    outcomes: {
      ...FETCH_OUTCOMES,
      unavailable: 'the website has none',
      web_page: 'what is there is a web page',
      too_many_redirects: 'more than five redirects',
    },
  },
};

export const drop = {
  cancelled: ({ entries, rejected }: { entries: number; rejected: number }) =>
    `Cancelled: ${plural(entries, { one: '# entry', other: '# entries' })} imported, ${inFull(rejected)} rejected. Drop the file again to go on where it stopped.`,
  choose: (domain: string) =>
    `Choose logs of ${domain}, plain or gzip, or drop them anywhere on this page`,
  done: ({ entries, rejected }: { entries: number; rejected: number }) =>
    `${plural(entries, { one: '# entry', other: '# entries' })} imported, ${inFull(rejected)} rejected.`,
  faults: {
    away: (minutes: number, why: string) =>
      `The service has taken nothing for ${minutes} minutes (${why}). Drop the file again when it answers; what was sent is not sent again.`,
    damaged: (file: string) =>
      `${file} cannot be unpacked: it is damaged, it ends early, or several gzip files were put together in it. Unpack it, then drop the result.`,
    key: 'The key that was made for this import works no more: it was revoked, or its time was over. Drop the file again; what was sent is not sent again.',
    not_taken: (status: number, why: string) =>
      `The service refused the entries (${status}): ${why}.`,
    packed: (file: string, packing: string) =>
      `${file} is packed as ${packing}, which browsers cannot unpack. Unpack it and drop the result.`,
    packedForCommand: (file: string, packing: string) =>
      `${file} is packed as ${packing}, which browsers cannot unpack. Unpack it and drop the result, or import it on the command line, whose command import unpacks it.`,
    unreadable: (file: string) =>
      `The browser cannot read ${file}: it was changed, moved, or is a folder. Drop it again.`,
  },
  file: {
    before: (lines: number) =>
      plural(lines, {
        one: '# line was imported from this browser before, and not sent again.',
        other: '# lines were imported from this browser before, and not sent again.',
      }),
    empty: 'the file has no entries',
    entries: (count: number) => plural(count, { one: '# entry', other: '# entries' }),
    line: (line: number) => `Line ${inFull(line)}`,
    moreRejects: (count: number) => `… and ${inFull(count)} more`,
    noFormat: 'its format is looked for',
    nothing: 'nothing was read',
    read: (file: string) => `Part of ${file} that was read`,
    rejected: (count: number) => `${inFull(count)} rejected`,
    rejectedLines: (file: string) => `Rejected lines of ${file}`,
    rejects: (count: number) =>
      plural(count, { one: '# line was rejected', other: '# lines were rejected' }),
    skipped: (count: number) => `${inFull(count)} skipped that are no visits`,
    uncertain: (entries: number) =>
      `An import of this file was interrupted. The up to ${inFull(entries)} entries that were under way then may be counted twice.`,
  },
  here: {
    busy: 'An import is under way. Wait until it is over, then drop this log.',
    into: (domain: string) => `Drop logs to import them into ${domain}`,
    nowhere: 'Choose a website first, then drop its logs',
  },
  keyName: 'Log dropped on the page',
  keyStays: (id: string, end: string) =>
    `The key of this import, ${id}, could not be revoked. It ends by itself on ${end} UTC, or when you revoke it in the settings.`,
  moreWebsites: (count: number) =>
    plural(count, { one: '… and # more website', other: '… and # more websites' }),
  noReader: 'The part of the page that reads logs could not be run. Load the page again.',
  ofWebsite: ({ days, domain, entries }: { days: string; domain: string; entries: number }) =>
    `Show ${days} of ${domain}: ${plural(entries, { one: '# entry', other: '# entries' })}`,
  phases: {
    starting: 'A key is made for this import.',
    reading: 'The file is read in this browser and sent as log entries. Keep this page open.',
    stopping: 'What is under way comes to its end.',
    counting: 'Everything is sent. The service counts it.',
  },
  show: (days: string) => `Show ${days}`,
  strangers: {
    add: 'Add a website in the settings before you import its logs. What is counted stays where it is.',
    more: (hosts: number) =>
      plural(hosts, {
        one: '# more host is no website of yours.',
        other: '# more hosts are no websites of yours.',
      }),
    one: ({ host, entries, domain }: { host: string; entries: number; domain: string }) =>
      `${plural(entries, { one: '# entry names', other: '# entries name' })} ${host}, which is no website of yours: counted for ${domain}.`,
  },
  titleOfMany: (files: number, domain: string) => `Import of ${inFull(files)} logs into ${domain}`,
  titleOfOne: (file: string, domain: string) => `Import of ${file} into ${domain}`,
  unreachable: 'the service cannot be reached from this browser',
  waits: (why: string) => `The service lets this import wait (${why}). It goes on by itself.`,
};

export const events = {
  allAiBots: 'AI bots',
  ofCategory: (category: string) => `Bots of the category ${category}`,
  ofCategoryWithin: (category: string) => `bots of the category ${category}`,
  newBot: (bot: string, who: string, at: string, more: number) =>
    `${bot} (${who}) came for the first time, at ${at} UTC.${more > 0 ? ` ${plural(more, { one: '# other bot', other: '# other bots' })} came for the first time, too.` : ''}`,
  moreVisits: (of: MoreVisits) =>
    `${of.who} made ${someVisits(of.visits)} between ${of.from} and ${of.to} UTC; about ${inFull(of.usual)} are usual in ${of.isUnfinished ? 'the whole hour' : 'this hour'}.`,
  fewerVisits: (of: FewerVisits) =>
    `${of.who} made ${of.visits === 0 ? 'no visit' : someVisits(of.visits)} in ${of.hours === 1 ? 'the hour' : `the ${inFull(of.hours)} hours`} until ${of.to} UTC; about ${inFull(of.usual)} would have been usual.`,
  errorsOfPage: (of: Errors) =>
    `${of.subject} answered ${inFull(of.errors)} of ${someVisits(of.visits)} (${of.share}) of ${of.who} with an error since ${of.from} UTC.`,
  errors: (of: Errors) =>
    `${of.subject} got ${of.statuses ? `the status ${of.statuses}` : 'an error'} for ${inFull(of.errors)} of ${someVisits(of.visits)} (${of.share}) since ${of.from} UTC.`,
  spoofedOfOne: (spoofed: number, visits: number, bot: string) =>
    `${inFull(spoofed)} of ${someVisits(visits)} in the name of ${bot} in the last hours came from other addresses than its operator’s.`,
  spoofedOfMany: (spoofed: number, visits: number, of: { bots: number; most: string }) =>
    `${inFull(spoofed)} of ${someVisits(visits)} in the names of ${inFull(of.bots)} bots, mostly ${of.most}, in the last hours came from other addresses than their operators’.`,
  silentFeed: (feed: string, since: string, usualHours: number | null) =>
    `The log source ${feed} has brought nothing since ${since} UTC: look whether its sender still runs.${usualHours === null ? '' : ` It usually brings something at least every ${usualHours === 1 ? 'hour' : `${inFull(usualHours)} hours`}.`}`,
  rejected: (of: Rejects) =>
    `The log source ${of.feed} rejected ${inFull(of.part)} of ${plural(of.all, { one: '# record', other: '# records' })} (${of.share}) in the last hours${mostlyAs(of)}.`,
  refused: (of: Rejects) =>
    `The log source ${of.feed} refused ${inFull(of.part)} of ${plural(of.all, { one: '# delivery', other: '# deliveries' })} (${of.share}) in the last hours${mostlyAs(of)}.`,
  deadEntries: (entries: number) =>
    `${plural(entries, { one: '# log entry', other: '# log entries' })} of the last 24 hours could not be stored: the operator of the service can see why.`,
  disobeyed: (of: { bot: string; visits: number; day: string; most: string }) =>
    `${of.bot} made ${someVisits(of.visits)} on ${of.day} (UTC) to pages that robots.txt does not allow to it${of.most && `, most often to ${of.most}`}.`,
  unreadOfSitemap: (of: Unread) =>
    `${of.who} read ${inFull(of.read)} of the ${somePages(of.pages)} of the sitemap (${of.share}) in the last 30 days.`,
  unreadOfVisited: (of: Unread) =>
    `${of.who} read ${inFull(of.read)} of the ${somePages(of.pages)} that people visited (${of.share}) in the last 30 days.`,
  automation: (of: {
    automation: number;
    visits: number;
    share: string;
    from: string;
    to: string;
  }) =>
    `Undeclared automation made ${inFull(of.automation)} of ${plural(of.visits, { one: '# judged visit', other: '# judged visits' })} of browsers (${of.share}) between ${of.from} and ${of.to} UTC.`,
  fleet: (of: {
    agent: string;
    visits: number;
    visitors: number;
    networks: number;
    from: string;
  }) =>
    `A fleet has begun: undeclared automation that calls itself ${of.agent} made ${someVisits(of.visits)} from ${someAddresses(of.visitors)}${of.networks > 0 ? ` in ${plural(of.networks, { one: '# network', other: '# networks' })}` : ''} since ${of.from} UTC.`,
  bruteForce: (of: {
    page: string;
    visits: number;
    visitors: number;
    errors: number;
    statuses: string;
    from: string;
  }) =>
    `Brute force on ${of.page}: undeclared automation of ${someVisitors(of.visitors)} made ${someVisits(of.visits)} to it since ${of.from} UTC. ${plural(of.errors, { one: '# of them was answered', other: '# of them were answered' })} with an error${of.statuses && `; the most frequent status codes are ${of.statuses}`}.`,
  webhookGone: (name: string, host: string) =>
    `The webhook ${name} (${host}) gets no events any more: it answered 410, which means that nobody listens there any more. Enable it again when it is repaired.`,
  webhookFailed: (name: string, host: string, status: string) =>
    `The webhook ${name} (${host}) gets no events any more: its last attempts failed${status && `, the last one with the status ${status}`}. Enable it again when it is repaired.`,
};

export const feeds = {
  age: 'Age of entries when they came, 24 hours',
  allSenders: 'All senders',
  alsoFor: (names: string) => `also for ${names}`,
  arrivals: 'What arrives',
  atMost: (age: string) => `at most ${age}`,
  cameEntries: (entries: number) =>
    `${plural(entries, { one: '# entry has', other: '# entries have' })} come from this sender. Entries count for the website whose domain is their host.`,
  cameFrom: (feed: string) => `What came from the log source ${feed}`,
  chooseSender:
    'Choose what writes or collects your logs. The next page has its configuration, ready to copy, and shows when the first entry comes.',
  commandLine: 'Long logs are faster with the command line:',
  counts: {
    deliveries: 'Deliveries',
    records: 'Records in them',
    entries: 'Entries: records that are visits',
    without_address: 'Of these without an address',
    skipped: 'Skipped: no visits',
    rejected: 'Rejected: cannot be read',
    refused: 'Deliveries refused',
  },
  days: (days: number) => plural(days, { one: '# day', other: '# days' }),
  days30: '30 days',
  firstDelivery: 'First delivery (UTC)',
  hours24: '24 hours',
  keyOfReader:
    'Your key may only read, so it can make no key for the sender. Put a Bot Tracking Key of <domain/> in place of <place/>.',
  keyOfSender:
    'The sender gets a key of its own for <domain/>. What is below then has it in place of <place/>.',
  lastDelivery: 'Last delivery (UTC)',
  lastRejects: (samples: number) => `Last rejects and refusals (${inFull(samples)})`,
  lastRejectsOf: (feed: string) => `Last rejects of the log source ${feed}`,
  logged: {
    title: 'What its log has, and what that makes visible',
    part: 'In the log',
    has: 'By this set-up',
    shows: 'Makes visible',
    levels: { yes: 'yes', with_changes: 'if you log it', no: 'no' },
    short: {
      address: 'addresses',
      host: 'hosts',
      country: 'countries',
      fetch_headers: 'Sec-Fetch headers',
      static_files: 'files',
    },
    inShort: (has: readonly string[], mayHave: readonly string[]) =>
      `Logs ${listOf(has)}${mayHave.length > 0 ? `; ${listOf(mayHave)} if you set that up` : ''}`,
    parts: {
      address: 'Addresses of visitors',
      host: 'Hosts',
      country: 'Countries',
      fetch_headers: 'Sec-Fetch headers',
      static_files: 'Files of pages',
    },
    visible: {
      address: 'which bots are real and which are fake, and who of the browsers are people',
      host: 'visits by host, and several websites from one sender',
      country: 'visits by country',
      fetch_headers: 'people and programs with the agent of a browser, more surely',
      static_files: 'people: a browser loads the files of a page, and most programs do not',
    },
  },
  lookAtArrivals: 'Look at what came',
  makeKey: 'Make a key and fill it in',
  missing: {
    title: 'What is missing in them',
    address:
      'No entry has the address of its visitor: no bot is verified or found to be spoofed, and people are not told from programs.',
    host: 'No entry names its host: all count for this website.',
    country: 'No entry has a country: the view Countries stays empty.',
    fetch_headers:
      'The log does not have the header Sec-Fetch-Mode: people are told from programs less surely.',
    referer:
      'No entry has a referer: nobody can tell which visitors AI assistants sent, and people are told from programs less surely.',
    static_files:
      'No entry is of a file of a page: people are told from programs less surely. Most servers and CDNs can log these files, too.',
    nothing: 'They have all that can be used: addresses, hosts, countries, headers and files.',
    fewEntries:
      'Whether the log has the files of pages and referers can be told when more entries have come.',
  },
  moreAbout: 'More about it, and what else it can do: <page/> in the repository.',
  noRecord: 'none yet',
  noSender: 'There is no sender of this name.',
  noSenderFound: (wanted: string) =>
    `No sender has the name ${wanted}. What writes log files, and is in none of these lists, is sent by syslog-ng, rsyslog, Vector or Fluent Bit, or followed by the command line: npm run botgauge -- ship.`,
  nothingYet: (domain: string) => `Nothing has come for ${domain} yet`,
  nothingYetDo:
    'Choose who sends the logs: this page gives you its configuration, and shows what arrives.',
  outline:
    'An outline shows how a record is built: of its values, letters are shown as a and digits as 9.',
  parts: 'Parts of this view',
  reason: 'Reason',
  reasons: 'Why some became no visits',
  reasonsOf: (feed: string) => `Reasons of the log source ${feed}`,
  results: { skipped: 'skipped', rejected: 'rejected', refused: 'refused' },
  search: 'Find a sender',
  searchHint: 'nginx, Apache, Cloudflare, Kubernetes …',
  seeOverview: 'See it in Overview',
  senders: (domain: string) => `Who sends the logs of ${domain}?`,
  setUp: 'Set up a sender',
  setUpOf: (sender: string) => `Set up ${sender}`,
  setUpTitle: 'Set-up',
  source: (feed: string) => `Log source ${feed}`,
  thisBlock: 'this block',
  untilNow: (domain: string) =>
    `What came for ${domain}. New numbers are here within about 10 seconds.`,
  allSources: 'all log sources',
  arrival: {
    waiting: 'Waiting for the first entry …',
    arrived: 'The first entry has come',
    'no-visits': 'Something came, but no entry',
    refused: 'A delivery came and was refused',
  },
  verdicts: {
    most: (word: string, meaning: string) => `, most often because of ${word} (${meaning})`,
    silent: 'Nothing has come in the last 24 hours. Look at the log of the sender.',
    refused: (most: string) =>
      `Every delivery of the last 24 hours was refused${most}. Correct it in the sender.`,
    no_records: 'What came had no records. Look at what the sender collects.',
    skipped: (most: string) =>
      `Every record was skipped${most}. Nothing is wrong with that, but none is a visit.`,
    rejected: (most: string) =>
      `No record could be read as a visit${most}. Compare the outlines below with the set-up of the sender, and correct it. What was rejected is not stored, so send it again.`,
    partly_rejected: (rejected: number, records: number, most: string) =>
      `${inFull(rejected)} of ${plural(records, { one: '# record was', other: '# records were' })} rejected${most}. Compare the outlines below with the set-up of the sender.`,
    no_addresses: (without: number, entries: number) =>
      `${inFull(without)} of ${plural(entries, { one: '# entry', other: '# entries' })} have no address: no bot is verified or found to be spoofed, and people are not told from programs by what they did. Let the sender send the address of the visitor, as its set-up says.`,
    works: (entries: number, imported: string) =>
      `It works: ${plural(entries, { one: '# entry', other: '# entries' })} in the last 24 hours.${imported}`,
    imported: (age: string) =>
      ` They were ${age} old when they came, as in a log that is imported later.`,
  },
  waitFor: (feed: string, domain: string) =>
    `This turns by itself when something comes from the log source ${feed} for ${domain}, within about 10 seconds. Keep this page open, start the sender, and open a page of ${domain}.`,
  whatCame: 'What came',
};

export const findings = {
  silentFeed: (feed: string, since: string) =>
    `The log source ${feed} has brought nothing since ${since} UTC: look whether its sender still runs.`,
  failingPage: (page: string, errors: number, visits: number, week: string) =>
    `${page} answered ${inFull(errors)} of ${someVisits(visits)} of AI bots with an error ${week}.`,
  stoppedBot: (bot: string, day: string, usual: number) =>
    `${bot} has not come since ${day}; about ${someVisits(usual)} would have been usual.`,
  spoofedBot: (bot: string, spoofed: number, visits: number, week: string) =>
    `${inFull(spoofed)} of ${someVisits(visits)} in the name of ${bot} ${week} came from other addresses than its operator’s.`,
  automation: (group: string, visits: number, day: string) =>
    `${group}, ${someVisits(visits)} on ${day}: counted as automation.`,
  oldLists: (day: string) =>
    `Lists of bots’ addresses are older than they prove anything, the oldest is of ${day}: fewer spoofed bots are found.`,
  lastDays: 'in the last 7 days',
  daysUpTo: (day: string) => `in the 7 days up to ${day}`,
};

export const frame = {
  allDays: 'All days of this link',
  askedAgo: (seconds: number) => `Asked ${seconds} s ago`,
  askedNow: 'Asked just now',
  asksNow: 'Asks just now',
  behind: (time: string, batches: number) => {
    const waiting = plural(batches, { one: '# batch waits', other: '# batches wait' });
    return `Reports are ${time} behind${batches > 0 ? `: ${waiting}` : ''}.`;
  },
  clearAll: 'Clear all',
  closeLink: 'Close this link',
  compare: 'Compare',
  compareTitle: 'Compare with the days before (key c)',
  days: (count: number) => plural(count, { one: '# day', other: '# days' }),
  daysOf: (zone: string) => `Days of ${zone}`,
  field: 'Filter: AI, bot, provider, /path',
  fieldTitle: 'Filter by AI bots, bot, provider, category or path',
  filterNames: {
    bot: 'Bot',
    provider: 'Provider',
    category: 'Category',
    visitors: 'Only',
    verification: 'Verification',
    path: 'Paths below',
    exact_path: 'Page',
    host: 'Host',
    country: 'Country',
  },
  filters: 'Filters',
  group: (title: string) => `Views of ${title}`,
  hours: (count: number) => `${count} h`,
  key: (key: string) => `Key ${key}`,
  keys: {
    compare: 'Compare with the days before',
    filter: 'Filter',
    list: 'This list',
    none: 'Take all filters away',
    switch: 'Single keys do something',
    title: 'Keys',
  },
  lastYear: 'Last 12 months',
  link: {
    account: (name: string) =>
      `This browser is signed in to the account ${name}. It shows either that account or the shared link. To see both, open the link in a private window.`,
    ask: 'Open this shared link?',
    ended: 'This link was revoked or has expired. Ask for another one where you got it.',
    noLink: 'This shared link does not open',
    open: 'Sign out and open the link',
    signIn: 'Sign in with an API key',
    stay: 'Stay signed in',
    title: 'Shared link – Botgauge',
  },
  lists: (current: number, all: number) =>
    `${inFull(current)} of ${inFull(all)} lists of bots’ addresses are current`,
  listsMean: (lists: string) => `${lists}, so fewer spoofed bots are found.`,
  minutes: (count: number) => `${count} min`,
  notLive: 'Does not refresh by itself',
  often: 'Refreshes every 30 s',
  oldLists: 'Which are old',
  oneWebsite: (view: string, domain: string) => `${view} of ${domain}`,
  onlyDays: (days: string) => `This link shows ${days} only.`,
  onlyUtc: 'A shared link shows days of UTC only.',
  ownDays: {
    from: 'From',
    none: 'Give both days, from 2000 on.',
    notShown: (days: string) => `This link shows ${days}.`,
    show: 'Show',
    to: 'to',
    zone: 'Days of',
  },
  paperDays: (days: string, zone: string) => `${days}, days of ${zone}`,
  period: 'Period',
  periods: {
    today: 'Today',
    yesterday: 'Yesterday',
    last_7_days: 'Last 7 days',
    last_30_days: 'Last 30 days',
    this_month: 'This month',
    last_month: 'Last month',
  },
  queueAway: 'The queue does not answer, so nobody knows how far the reports are behind.',
  refresh: 'Refresh every 30 seconds',
  refreshNow: 'Refresh now',
  resting: 'Refreshes within a minute, because much was asked in many windows',
  seconds: (count: number) => `${count} s`,
  settings: 'Settings',
  shared: {
    ends: (days: string, moment: string) =>
      `<name/>: reports of <domain/>, ${days}, to read only. It expires on ${moment} (UTC).`,
    name: (name: string) => `Shared with “${name}”`,
    stays: (days: string) => `<name/>: reports of <domain/>, ${days}, to read only.`,
    title: 'Shared link',
  },
  signOut: 'Sign out',
  silent: (feed: string, time: string) =>
    `The log source ${feed} has sent nothing for ${time}: look whether its sender still runs.`,
  skip: 'Skip to the numbers',
  suggested: {
    bot: (value: string) => `${value} (bot)`,
    category: (value: string) => `${value} (category)`,
    provider: (value: string) => `${value} (provider)`,
    visitors: (value: string) => `${value} (all)`,
  },
  takeAway: (filter: string, value: string) => `Take the filter ${filter} ${value} away`,
  themes: { system: 'As the system', light: 'Light', dark: 'Dark', title: 'Colours' },
  unknownWebsite: {
    others: 'Show the websites of this account',
    title: 'This website is not there',
    why: 'Your account has no website <id/>. It may have been deleted, or the link comes from somebody with another account.',
  },
  views: 'Views',
  visitors: { ai_bots: 'AI bots', bots: 'Bots' },
  waiting: {
    away: 'The service does not answer',
    keepOpen: 'Keep this window open: then it shows what you came for.',
    title: 'Waiting – Botgauge',
    wait: 'This page must wait',
  },
};

export const groups = {
  countedAs: (who: string, visits: number) =>
    `${who}: ${someVisits(visits)}, counted as automation.`,
  countedAsPeople: (who: string, visits: number) =>
    `${who}: ${someVisits(visits)}, counted as people.`,
  undecided: (who: string, visits: number) => `${who}: ${someVisits(visits)}, undecided.`,
  who: {
    fleet: ({ browser, visitors }: Who) =>
      `One ${browser ?? 'agent'} on ${someAddresses(visitors)}`,
    brute_force: ({ page, visitors }: Who) =>
      `${page ?? 'A page'} was attacked by ${someVisitors(visitors)}`,
    many_agents: ({ agents }: Who) =>
      `${plural(agents, { one: '# agent', other: '# agents' })} at one busy address`,
    scanner: ({ visitors }: Who) =>
      `${someVisitors(visitors)} asked for what no website links, as scanners do`,
    crawler: ({ browser, agents, network }: Who) =>
      `A crawler with ${agents > 1 ? `${inFull(agents)} agents of browsers` : `the agent of ${browser ?? 'a browser'}`}${network === null ? '' : ` from ${network}`}`,
    old_browsers: ({ visitors }: Who) =>
      `${plural(visitors, { one: '# visitor with a browser', other: '# visitors with browsers' })} far older than those of readers, or that never existed`,
    other: ({ visitors }: Who) => `${someVisitors(visitors)} did what programs do`,
    undecided: ({ visitors }: Who) =>
      `${someVisitors(visitors)} did nothing that tells people and programs apart`,
    people: ({ visitors }: Who) => `${someVisitors(visitors)} did what readers do`,
  },
  reasons: {
    loadedFiles: 'Loaded the files of a page.',
    severalKinds: 'Loaded files of several kinds.',
    calledBack: 'Its page called the website for data.',
    preflight: 'Asked for permission to call, as only browsers do (CORS).',
    cached: 'Had something of the website in its cache.',
    followedLink: 'Followed a link of the website.',
    icon: 'Asked for the icon of the website.',
    foreignReferer: 'Came by a link from another website.',
    probe: 'Asked for what no website links.',
    likeProbe: 'Asked for what scanners ask for, and did nothing that readers do.',
    robotsFile: 'Asked for what only programs ask for, such as robots.txt or xmlrpc.php.',
    oddMethod: 'Used a method that browsers do not use.',
    impossibleAgent: 'Has an agent that no browser has ever sent.',
    veryOld: 'Has a browser more than 30 months older than those of readers.',
    old: 'Has a browser 12 to 30 months older than those of readers.',
    http1: 'Speaks HTTP/1.1 where browsers of its age speak HTTP/2.',
    http10: 'Speaks HTTP/1.0 where most others do not.',
    withoutMode: 'Sends no Sec-Fetch-Mode, as every browser of its age does.',
    fleet: 'Has an agent that came from many addresses, of which hardly one does what readers do.',
    oldFleet:
      'Has an old browser that came from several addresses, of which none did what readers do.',
    divided:
      'Has an old browser that came from many addresses, most of which got files and no page.',
    noFiles: 'Loaded no file of a page.',
    cameWithoutFiles:
      'Came by a link from another website with an old browser, and loaded no file.',
    pagesWithoutFiles: 'Asked for three pages or more without loading a file.',
    mostlyErrors: 'Got errors for at least half of what it asked for.',
    manyErrors: 'Got three errors or more.',
    bareWrite: 'Sent a form that no page of the website led to.',
    malformed: 'Sent a malformed request.',
    selfReferer: 'Names a page itself as what led to it.',
    onlyItself: 'Asked for nothing but a page that names itself, where the log has no files.',
    selfFile: 'Names an icon or a script itself as what led to it.',
    fast: 'Asked for pages faster than anybody reads.',
    manyPages: 'Asked for fifteen pages or more.',
    nothingOfReaders:
      'Did nothing that readers do, with an old browser, errors, or the page itself as referer.',
    manyAgents: 'Is at an address with ten agents or more, of which hardly one loads files.',
    probingAddress: 'Is at an address that asks for what no website links.',
    hoster: 'Is at an address of a hoster, by the lists of the operator.',
  } as Readonly<Record<string, string>>,
  many: {
    fleet: 'smaller fleets',
    brute_force: 'pages under smaller attacks',
    many_agents: 'busy addresses of many agents',
    crawler: 'smaller crawlers',
  } as Readonly<Record<string, string>>,
  manyOthers: 'smaller groups',
  whoOfMany: (groups: number, what: string, visitors: number) =>
    `${inFull(groups)} ${what} with ${someVisitors(visitors)}`,
};

export const hosts = {
  add: 'Add this website',
  all: 'All hosts',
  belongsTo: 'Belongs to',
  caption: 'Hosts, with visits and the websites that they belong to',
  choice: 'Which hosts',
  csv: 'these hosts',
  deletedWebsite: 'a deleted website',
  empty: 'Nobody came in these days. Choose other days to see hosts.',
  end: 'The API gives all of them in parts.',
  further: 'Further hosts',
  keys: (websites: number, named: string) =>
    plural(websites, { one: `with the key of ${named}`, other: `with the keys of ${named}` }),
  none: 'none',
  noneUnknown: 'Every host of these days belongs to a website of this account.',
  notLogged: 'Not in the logs',
  ofNoWebsite: 'Of no website',
  thisWebsite: 'this website',
  title: 'Hosts',
  unknown: {
    all: 'All hosts of no website',
    caption: 'Hosts of the last 30 days that belong to no website',
    countsFor: 'Counts for',
    csv: 'hosts that belong to no website',
    ofAccount:
      'In the last 30 days, entries named these hosts, which are no websites of this account. They count for the websites of the keys that they came with.',
    ofWebsite: (domain: string) =>
      `In the last 30 days, entries named these hosts, which are no websites of this account. They came with a key of ${domain}, so they count for it.`,
    title: 'Hosts that belong to no website',
  },
  utcDays: 'Hosts are counted by days of UTC, whatever the time zone is.',
  visitsOf: (domain: string, visits: number) => `${domain} (${inFull(visits)})`,
  which:
    'An entry counts for the website whose domain is its host, or the longest part of it. Where there is none, it counts for the website of the key that it came with.',
};

export const lazy = {
  away: {
    button: 'Try again',
    title: 'This part of the page could not be loaded',
    what: 'The service cannot be reached from this browser. Look at your connection, then try again.',
  },
  broken: {
    button: 'Try again',
    title: 'This part of the page could not be loaded',
    what: 'The service answers, but this part did not come. Try again. If that does not help, load the page again, and look whether a proxy or an extension of the browser keeps scripts of this service back.',
  },
  updated: {
    button: 'Load the page again',
    title: 'Botgauge was updated',
    what: 'This page is of the release before, so this part of it is no longer there. Load the page again: it shows what its address names.',
  },
};

export const live = {
  bots: {
    caption: 'The bots that came in the last thirty minutes. Times are UTC.',
    title: 'Bots of these minutes',
  },
  came: ({ browsers, bots, since }: { browsers: number; bots: number; since?: string }) => {
    const forms = { one: '# visit', other: '# visits' };
    const from = since ? ` since ${since} UTC; before, more came than is read at once` : '';
    return `${plural(browsers, forms)} of browsers and ${plural(bots, forms)} of bots${from}. Whether visitors with a browser are people is judged later.`;
  },
  noBots: 'No bot came in the last thirty minutes.',
  nobody:
    'Nobody came in the last thirty minutes, by the times in the log. A log that comes later than that shows nothing here.',
  otherBots: 'Other bots',
  title: 'The last thirty minutes',
  verdicts: {
    not_checked: 'not checked',
    verified: 'verified',
    spoofed: 'spoofed',
    unverifiable: 'unverifiable',
  },
  visits: {
    caption: 'The last 50 visits of bots, the newest first. Times are UTC.',
    status: 'Status',
    time: 'Time',
    title: 'Latest visits of bots',
  },
};

export const overview = {
  belowPath: (path: string) =>
    `Series are not counted by the start of a path: figures and chart are of all pages, and the lists of bots and pages of those below ${path}`,
  aiPages: {
    title: 'Pages most read by AI',
    caption: 'The pages with the most visits of AI bots',
    empty: 'No AI bot read a page in these days with these filters.',
  },
  answers: {
    csv: 'visits by status code',
    notByPage: 'Status codes are not counted by page. Take this filter away to see them.',
    notByVerification:
      'Status codes are not counted by verification. Take this filter away to see them.',
    noContent: (share: string) => `${share} of the visits got no content.`,
    empty: 'No visits in these days with these filters.',
    statusCode: 'Status code',
  },
  insights: {
    title: 'Insights',
    nothing: 'Nothing odd in the last seven days.',
    nothingUpTo: (day: string) => `Nothing odd in the seven days up to ${day}.`,
  },
  meaning: {
    title: 'What this means, and how sure it is',
    about: {
      judged: [
        '<b>People</b> did what readers do. <b>Undecided</b> visitors did nothing that tells people and programs apart. <b>Not judged</b>: the log does not tell enough. Automation is counted as bots.',
        HOW_SURE,
      ],
      bots: [
        '<b>Bots</b> say by their user agent that they are programs. <b>Undeclared automation</b> says that it is a browser, did what programs do, and is counted as bots, too. Anybody can copy the name of a bot: <b>Verified</b> tells whose visits came from its operator.',
        HOW_SURE,
      ],
      visits: [
        '<b>A visit</b> is a request of the log that counts for this website: each one, or those of pages only, as its settings say. How sure: they are counted one by one, and none twice. What a cache or a CDN answered is missing where its log is.',
      ],
      verified: [
        '<b>Verified</b> visits came from an address of the operator of the bot, <b>spoofed</b> (or fake) ones from another one. How sure: as sure as the lists of addresses that operators publish. Of bots without such a list, or with one that is too old, nothing is known.',
      ],
      automation: [
        '<b>Undeclared automation</b> says that it is a browser, and did what programs do and hardly anything that readers do. A browser that a program drives cannot be told from its reader.',
        HOW_SURE,
      ],
      'not judged': [
        'These are all visits of browsers: no visitor of these days is judged. It takes addresses and the files of pages in the log.',
      ],
      'not counted': [
        'Visitors are not judged by what is filtered for, so these are all visits of browsers.',
      ],
    },
    visitor:
      '<b>A visitor</b> is an address with a user agent on one UTC day. Visitors of several days are not added up, because nobody knows who came on two days.',
    page: 'How we count people',
  },
  newBots: {
    title: 'New bots',
    csv: 'new bots',
    caption: 'Bots that had not come before these days',
    empty: 'No bot came for the first time in these days.',
    since: (day: string) => `since ${day}`,
  },
  notJudged: {
    because: (count: number, why: string) => `${visitsAre(count)} not judged: ${why}.`,
    mostBecause: (of: { visits: number; most: number; why: string }) =>
      `${visitsAre(of.visits)} not judged, ${inFull(of.most)} of them because ${of.why}.`,
  },
  noVisits: {
    filteredTitle: 'Nothing fits these filters',
    filtered: (days: string) =>
      `There are visits in ${days}, but none that all filters let through.`,
    takeFiltersAway: 'Take all filters away',
    title: (days: string) => `No visits in ${days}`,
    onOtherDays: (domain: string, days: string) => `${domain} has visits from ${days}.`,
    showOtherDays: 'Show these days',
    onDaysOfLink: (domain: string) => `No visits of ${domain} on the days of this link`,
    noEntries: (domain: string) => `No entries for ${domain} yet`,
    whatToDo:
      'Set up a sender, or import a log that you have. This page shows it as soon as it comes.',
    setUp: 'Set up a sender',
    commandLine: 'Long logs are faster with the command line:',
    whatCounts:
      'Entries count for a website when their host is its domain or a part of it. The <link>API reference</link> names every way in.',
  },
  referrals: {
    title: 'Visitors from AI',
    csv: 'visitors from AI',
    caption: 'AI assistants by the visitors they sent',
    noReferers: 'Not known: the logs have no referers, which tell where people came from.',
    empty: 'No assistant sent anybody in these days.',
    assistant: 'Assistant',
    ofBrowsers: 'Of browsers',
  },
  refused: {
    title: 'This cannot be shown',
    showPossible: 'Show these days without filters, in UTC',
  },
  tiles: {
    automation: (count: number) => `${inFull(count)} of them undeclared automation`,
    sentByAi: 'Sent by AI',
    ofBrowsers: (share: string) => `${share} of visits of browsers`,
    notByDimension: 'not counted by host or country',
    noReferers: 'not known: the logs have no referers',
    noContent: 'of visits got no content',
    noContentBesides: (errors: number) =>
      `of visits got no content, without ${plural(errors, { one: '# error', other: '# errors' })} of scanners`,
  },
  topBots: {
    title: 'Top bots',
    csv: 'all bots',
    caption: 'The bots with the most visits',
    empty: 'No bot came in these days with these filters.',
  },
  traffic: {
    others: 'Others',
    peopleAndBots: 'People and bots',
    none: (days: string) => `No visits in ${days}.`,
    summary: (told: { visits: number; days: string; parts: string; top: string }) =>
      `${someVisits(told.visits)} in ${told.days}: ${told.parts}. Most came on ${told.top}.`,
  },
  visitors: {
    ofDay: (count: number) => someVisitors(count),
    onDay: (count: number, day: string) => `${someVisitors(count)} on ${day}`,
    usual: (count: number) => `about ${someVisitors(count)} a day`,
  },
};

export const pages = {
  bots: {
    title: 'Bots that read it',
    csv: 'bots of this page',
    caption: 'The bots that read this page',
    empty: 'No bot read this page in these days with these filters.',
  },
  categoryOfBots: 'Class of bots',
  list: {
    which: 'Which pages',
    caption: (shown: string) => `Pages: ${shown}`,
    noFilterByBot: {
      aiBots: 'This list is about all AI bots, so the filter by bot has no effect.',
      everybody: 'This list is about all visitors, so the filter by bot has no effect.',
    },
    byUtc: 'Pages are counted by days of UTC, whatever the time zone is.',
  },
  noise: {
    label: 'With files and scans',
    title:
      'Static files, robots.txt, sitemaps, feeds, and pages that only security scanners asked for',
  },
  one: {
    overTime: 'Visits of this page',
    empty:
      'Nobody asked for this page in these days with these filters. Choose other days, or take a filter away.',
  },
  tabs: {
    bots: {
      title: 'Read by bots',
      empty:
        'No page was read in these days with these filters. Choose other days, or take a filter away.',
    },
    ai: {
      title: 'Read by AI',
      empty: 'No AI bot read a page in these days. Choose other days, or take a filter away.',
    },
    unread: {
      title: 'Never read by AI',
      empty: 'AI bots read every page that anybody opened in these days.',
    },
    people: {
      title: 'Read by people',
      empty:
        'No visit of these pages is known to be of a person. “Read by bots” has all pages, with all visits of browsers. Choose other days, or take a filter away.',
    },
    automation: {
      title: 'Read by automation',
      empty:
        'No visit of these pages is known to be of a program that says that it is a browser. Choose other days, or take a filter away.',
    },
  },
};

export const parts = {
  copied: 'Copied',
  copy: 'Copy',
  csv: 'CSV',
  csvOf: (what: string) => `of ${what}`,
  loading: 'Loading',
  newKey: {
    copy: (name: string) => `the key ${name}`,
    once: '<name/>: this value is shown only now. Copy it to where it is needed.',
    title: 'New key',
  },
  no: 'No',
  notBy: {
    country: (what: string) => `${what} are not counted by country: these are of every country.`,
    host: (what: string) => `${what} are not counted by host: these are of every host.`,
  },
  notFiltered: {
    chart: 'Of all visitors: filters do not change this chart.',
    list: 'Of all visitors: filters do not change this list.',
  },
  notThereBy: {
    country: (what: string) => `${what} are not counted by country.`,
    host: (what: string) => `${what} are not counted by host.`,
  },
  soon: 'This part comes as soon as the service answers.',
  wait: {
    in: (seconds: number) => `in ${seconds} s`,
    now: 'now',
    why: '<why/>. The page asks again by itself <when/>.',
  },
};

export const people = {
  automation: {
    title: 'Automation, and why',
    csv: 'automation, and why',
    about:
      'Visitors that say that they are a browser, grouped by what they have in common. Choose a group to see what it was judged by. Days are those of UTC.',
    caption: 'Groups of visitors that were judged as automation',
    empty:
      'No automation is known in these days: no visitor was judged so, or it was before reasons were kept. Choose other days to see some.',
    fewerDays: 'Choose fewer days to see others.',
    group: 'Group',
  },
  clients: {
    csv: 'browsers, systems and devices',
    byUtc: 'Browsers, systems and devices are counted by days of UTC, whatever the time zone is.',
    empty: 'Nobody came in these days. Choose other days to see visits.',
    lists: {
      browsers: { title: 'Browsers', one: 'Browser', caption: 'Visits by browser' },
      operating_systems: { title: 'Systems', one: 'System', caption: 'Visits by system' },
      devices: { title: 'Devices', one: 'Device', caption: 'Visits by device' },
    },
  },
  group: {
    agents: 'Agents',
    noneKept: 'None is kept.',
    noneKnown: 'None is known.',
    shownOf: (shown: number, all: number) => `${inFull(shown)} of ${inFull(all)}`,
    visits: (count: number) => someVisits(count),
    caption: 'What these visitors were judged by',
    noReasons: 'Nothing is known of what they were judged by.',
    judgedBy: 'Judged by',
    weight: 'Weight',
    aboutWeights: 'A weight below 0 speaks for a program, above 0 for a person. The sum decides.',
  },
  notJudged: {
    title: 'Not judged, and why',
    about: (count: number) =>
      `${plural(count, { one: '# visit of a browser is', other: '# visits of browsers are' })} not judged.`,
    caption: 'Visits of browsers that are not judged, by reason',
    reason: 'Reason',
  },
  overTime: {
    none: (days: string) => `Nobody came in ${days}. Choose other days to see people.`,
    ofPeople: (told: { visits: number; days: string; unclear: number; top: string }) =>
      `${someVisits(told.visits)} by people in ${told.days}${andUnclear(told.unclear)}. Most came on ${told.top}.`,
    ofBrowsers: (told: { visits: number; days: string; unclear: number; top: string }) =>
      `${someVisits(told.visits)} of browsers in ${told.days}${andUnclear(told.unclear)}. Most came on ${told.top}.`,
  },
  visitors: {
    title: 'Visitors a day',
    csvOfDay: 'visitors of this day',
    tooLong: (most: number, days: number) =>
      `Visitors are shown for at most ${inFull(most)} days, and these are ${inFull(days)}. Choose fewer days to see them.`,
    about: 'A visitor is an address with a user agent on one UTC day.',
    daysNotAdded: 'Days are not added up, because nobody knows who came on two days.',
    notJudged: 'Visits that are not judged are counted for no visitor.',
    byUtc: 'Visitors are counted by days of UTC, whatever the time zone is.',
    undecided: 'Undecided',
    noneJudged: (days: string) => `No visitor of ${days} is judged.`,
    nobodyIn: (days: string) => `Nobody came in ${days}. Choose other days to see visitors.`,
    nobodyOn: (day: string) => `Nobody came on ${day}. Choose other days to see visitors.`,
    onDay: (people: number, day: string) => `${werePeople(people)} on ${day}.`,
    onDaySoFar: (people: number, day: string) => `${werePeople(people)} on ${day}, so far.`,
    usual: (people: number, days: number) =>
      `On an ordinary day, ${werePeople(people)} (median of the ${days} days that are judged).`,
    usualOfThoseOver: (people: number, days: number) =>
      `On an ordinary day, ${werePeople(people)} (median of the ${days} days that are judged and over).`,
    most: (people: number, day: string) => `Most came on ${day}: ${inFull(people)}.`,
    daysNotJudged: (days: number) =>
      `${plural(days, { one: '# day is', other: '# days are' })} not judged.`,
  },
};

export const robots = {
  keptTo: {
    title: 'Who keeps to it',
    csv: 'who keeps to robots.txt',
    theseVisits: 'These visits',
    byUtc: 'Texts are in force on days of UTC.',
    caption: 'Bots by their visits to pages that robots.txt did not allow',
    empty: 'No bot came in these days with these filters.',
    says: {
      obeys: 'says that it obeys robots.txt',
      ignores: 'says that it ignores robots.txt',
    },
    notAllowed: 'Not allowed',
    mayVisit: 'May visit',
    named: 'Named',
    askedForIt: 'Asked for it',
    notAllowedSpoofed: 'Not allowed, spoofed',
    notJudged: 'Not judged',
    allows: { everything: 'Everything', part: 'A part', nothing: 'Nothing' },
    addressed: { by_name: 'by name', as_any_bot: 'as any bot', not: 'not at all' },
    all: 'No bot visited a page that the text of its day did not allow.',
    allAsFarAsJudged:
      'No bot visited a page that the text of its day did not allow, as far as it was judged.',
    notAll: (told: { strays: number; bots: number; visits: number; most: string }) =>
      `${inFull(told.strays)} of ${someBots(told.bots)} made ${someVisits(told.visits)} to pages that the text of their day did not allow: ${told.most}.`,
    others: (count: number) => plural(count, { one: '# other', other: '# others' }),
  },
  limits: {
    rules: (count: number | null) =>
      `It has more than 10,000 rules. ${someOr(count)} rules are not read, and bots whose rules these are are not judged.`,
    long_lines: (count: number | null) =>
      `Lines of more than 16,663 characters are read in part: ${someOr(count)}.`,
    pages: () => 'Only the first 200,000 pages are judged.',
    path_octets: (count: number | null) =>
      `${someOr(count)} pages with the longest paths are not judged.`,
    work: (count: number | null) =>
      `${someOr(count)} pages are not judged: there are too many rules for so many pages.`,
    time: (count: number | null) => `${someOr(count)} pages are not judged: it took too long.`,
  },
  fewerDays: 'Ask for fewer days to have more judged.',
  notAllowed: {
    title: 'What was not allowed',
    about: 'At most five pages of each bot, those with the most visits.',
    caption: 'Pages that bots visited although robots.txt did not allow it',
    rule: 'Rule',
    line: (line: number) => `Line ${line}`,
  },
  rules: {
    title: 'Rules against bots',
    copy: 'rules',
    about:
      'Lines that ask the known bots of these categories to stay away, by their names. Add them to your robots.txt; whether a bot obeys is up to its operator.',
    bots: (count: number) => someBots(count),
  },
  text: {
    title: (domain: string) => `robots.txt of ${domain}`,
    otherHosts: (domain: string) => `Visits to other hosts than ${domain} are judged by it, too.`,
    stopFetching: 'Fetch it no more',
    showOrReplace: 'Show or replace the text',
    form: 'Text of robots.txt',
    label: 'The text, as the website answers it; empty when it has none',
    inForceFrom: 'In force from (UTC)',
    keep: 'Keep this text',
    hint: 'Without a day, the first text is in force from today, and one that replaces another from tomorrow: bots may use the one before for a day.',
    none: 'No text is known for these days, so none of their visits is judged.',
    newest: {
      given: (day: string) => `The newest text of these days, given, is in force since ${day}.`,
      fetched: (day: string) => `The newest text of these days, fetched, is in force since ${day}.`,
    },
    number: (number: number) => `It is number ${number} of these days.`,
    daysWithout: 'Earlier days have no text: their visits are not judged.',
    outcomes: {
      ...FETCH_OUTCOMES,
      unavailable: 'the website has none, which allows everything',
      web_page: 'the website answers with a web page, which forbids nothing',
      too_many_redirects: 'more than five redirects, which counts as none',
    },
  },
};

export const settings = {
  export: {
    again:
      'Where a download breaks off, its end is missing. The command <code>npm run botgauge -- export</code> begins again where it broke off.',
    csv: '<link>All visits as CSV</link>: a line for each visit, for a spreadsheet',
    ndjson: '<link>All visits as NDJSON</link>: a line of JSON for each visit',
    title: (domain: string) => `Export ${domain}`,
    what: 'Every visit that is stored, the oldest first, in one file of any length. Visits that were dropped because they are old are in the reports only.',
  },
  firstWebsite: {
    byCommand: 'By command, or by program',
    byProgram:
      'The same can be done with <code>POST /api/v1/websites</code>, see the <api>API reference</api>.',
    mayOnlyRead:
      'Your key may only read. Sign in with a key of scope full to make a website, or let whoever runs the service make one.',
    title: 'There is no website yet',
    what: 'Make one for the domain in your logs. Then you choose what sends the logs, and see the first entry arrive.',
  },
  form: {
    howLong: 'How long',
    lives: {
      none: 'Until it is revoked',
      1: '1 day',
      30: '30 days',
      90: '90 days',
      365: '1 year',
    },
    name: 'What it is for',
    save: 'Save',
  },
  item: {
    change: 'Change',
    changeOne: (name: string) => `Change ${name}`,
    delete: 'Delete',
    lastUsed: (moment: string) => `last used ${moment}`,
    made: (moment: string) => `made ${moment}`,
    neverUsed: 'never used',
    revoke: 'Revoke',
    revokeIt: 'Revoke it',
  },
  keys: {
    ended: (count: number) => plural(count, { one: '# key has ended', other: '# keys have ended' }),
    endedOn: (moment: string) => `ended ${moment}`,
    endsOn: (moment: string) => `ends ${moment}`,
    endsWith: (last4: string) => `ends with ${last4}`,
    form: {
      full: 'Read and change everything',
      read: 'Read everything',
      scope: 'What it may do',
    },
    hasSecret: 'checks signatures',
    none: 'There is no key that works.',
    ofAccount: {
      example: 'Reports of the team',
      make: 'Make an API Key',
      title: 'API Keys of the account',
      what: 'Programs read reports with them, and people sign in with them. A key of scope full also changes websites and keys.',
    },
    ofWebsite: {
      example: 'CDN, production',
      make: 'Make a Bot Tracking Key',
      title: (domain: string) => `Bot Tracking Keys of ${domain}`,
      what: 'Senders of logs have them. Such a key can send entries and read nothing. Give each sender one of its own, so that you can end one without the others.',
    },
    onlyReads: 'only reads',
    replaced: 'replaced by another',
    revoked: (moment: string) => `revoked ${moment}`,
    revokes: {
      api: 'Programs with this key are refused from now on, and browsers that signed in with it are signed out. It cannot be taken back.',
      bot: 'Whoever sends with this key is refused from now on. It cannot be taken back.',
    },
  },
  mayOnlyRead: (key: string) =>
    `You are signed in with the key ${key}, which may read everything and change nothing. To change something, sign out and sign in with a key of scope full.`,
  parts: 'Parts of the settings',
  rotate: {
    key: {
      how: 'A new key with the same rights takes its place. The old one works <choice/>',
      howLong: 'How long the old key works',
      yes: 'Make the new key',
    },
    overlaps: {
      0: 'no longer: it stops at once',
      3600: 'another hour',
      86400: 'another day',
      604800: 'another week',
    },
    secret: {
      how: 'Messages are signed with a new secret, too. The old one works <choice/>',
      howLong: 'How long the old secret works',
      yes: 'Make the new secret',
    },
    title: 'Rotate',
  },
  sessions: {
    end: 'End',
    endIt: 'End it',
    key: (name: string) => `Signed in with the key ${name}`,
    rights: { full: 'reads and changes', read: 'only reads' },
    since: (moment: string) => `the session since ${moment}`,
    thatBrowser: 'That browser has to sign in again.',
    thisBrowser: 'This is the browser in front of you: you will have to sign in again.',
    thisOne: 'this browser',
    times: ({ since, used, ends }: { since: string; used: string; ends: string }) =>
      `since ${since} · last used ${used} · ends ${ends} at the latest`,
    title: 'Browsers that are signed in',
    what: 'A session ends after 12 hours without use, and when its key is revoked. End one that you do not know, and revoke its key.',
  },
  shares: {
    copy: (name: string) => `the link ${name}`,
    ends: (moment: string) => `expires ${moment}`,
    endsNever: 'until it is revoked',
    form: {
      example: 'Our agency',
      from: 'First day it shows',
      hint: 'Days are days of UTC. Without them, the link shows all days, also new ones.',
      make: 'Make a shared link',
      name: 'For whom',
      noDays: 'Give days from 2000 on.',
      to: 'Last day',
    },
    newLink: 'New link',
    none: 'Nothing is shared.',
    once: '<name/>: this address is shown only now. Copy it and send it to whom it is for.',
    revokes:
      'Nobody reads with this link any more, also where it is open now. It cannot be taken back.',
    title: (domain: string) => `Shared links of ${domain}`,
    token: (first4: string) => `token ${first4}…`,
    what: (domain: string) =>
      `Whoever has such a link reads the reports of ${domain}, also the paths of its pages, and nothing else: no keys, log sources, networks or other websites. Nobody can change anything with it.`,
  },
  tabs: {
    export: 'Export',
    keys: 'Keys',
    sessions: 'Sessions',
    shares: 'Shared links',
    usage: 'Usage and limits',
    webhooks: 'Webhooks',
    websites: 'Websites',
  },
  usage: {
    account: 'Account',
    batches: ({ perKey, together }: { perKey: number; together: number }) =>
      `Each Bot Tracking Key may send ${plural(perKey, { one: '# batch', other: '# batches' })} a minute, and all together ${inFull(together)}.`,
    entries: (count: number) =>
      `A batch may have ${plural(count, { one: '# entry', other: '# entries' })}. A delivery of a log source may have more, and counts as one batch for each that many.`,
    fetching: ({ allowed, used }: { allowed: number; used: number }) =>
      `Fetching robots.txt and sitemaps may take ${plural(allowed, { one: '# second', other: '# seconds' })} a day (UTC), and took ${inFull(used)} so far.`,
    keys: (count: number) =>
      `${plural(count, { one: '# key', other: '# keys' })} may work at the same time, of both kinds.`,
    ofRequests: (count: number) => `of ${inFull(count)}`,
    operator: 'The operator of the service sets the plan and the limits of an account.',
    plan: 'Plan',
    requests: (count: number) =>
      `Programs may ask the API ${plural(count, { one: '# time', other: '# times' })} a minute, all API Keys together. Browsers that are signed in have a limit of their own.`,
    since: 'Since (UTC)',
    thisMinute: 'Requests by keys this minute',
    title: 'Usage and limits',
    visitsSince: (day: string) => `Visits since ${day}`,
    websites: (count: number) =>
      `The account may have ${plural(count, { one: '# website', other: '# websites' })}.`,
  },
  webhooks: {
    again: (moment: string) => `again ${moment}`,
    all: 'All webhooks',
    atOnce: 'comes at once',
    attempts: (count: number) => plural(count, { one: '# attempt', other: '# attempts' }),
    closed: (event: string) => `${event}: closed`,
    copy: (name: string) => `the secret of ${name}`,
    deleteIt: 'Delete it',
    deletes: 'It is told of nothing any more, and the list of its deliveries is deleted.',
    deliveries: 'Deliveries',
    deliveriesTo: (name: string) => `to ${name}`,
    disable: 'Disable',
    disabled: 'disabled',
    earlier: 'Earlier deliveries',
    enable: 'Enable',
    ended: {
      asked: (moment: string) => `disabled, since ${moment}`,
      gone: (moment: string) =>
        `disabled: it answered 410, which means that it is gone, since ${moment}`,
      failing: (moment: string) =>
        `disabled: nothing could be delivered for a day, since ${moment}`,
    },
    every: 'of all events',
    faults: {
      error_status: 'the receiver answered with an error',
      redirected: 'the receiver answered with a redirect, which is never followed',
      gone: 'the receiver answered that it is gone',
      not_public: 'the receiver has no address, or one of a private network',
      not_known: 'the receiver has a name whose addresses nobody knew',
      no_connection: 'the receiver accepted no connection',
      not_trusted: 'the receiver has no valid certificate',
      no_answer: 'the receiver closed the connection without an answer',
      too_slow: 'the receiver did not answer within 10 seconds',
      no_secret: 'the receiver was not asked: the secret cannot be read, set SECRET_KEY as it was',
    },
    form: {
      address: 'Address',
      example: 'Chat of the web team',
      kinds: 'Of which events',
      noKinds: 'Choose at least one kind of events.',
    },
    lastDelivered: (moment: string) => `last delivered ${moment}`,
    make: 'Make a webhook',
    messageOf: (message: string, moment: string) => `${message} of ${moment}`,
    milliseconds: (count: number) => `${inFull(count)} ms`,
    newSecret: 'New secret',
    newest: 'Newest deliveries',
    noAnswer: 'no answer',
    none: 'Nobody is told of events.',
    nothingDelivered: 'nothing delivered yet',
    nothingSent: 'Nothing was sent in the last 30 days.',
    oldSecret: (moment: string) => `the old secret works until ${moment}`,
    once: '<name/>: this secret is shown only now. Give it to the receiver, which checks with it that a message is from here.',
    only: (kinds: string) => `only of: ${kinds}`,
    opened: (event: string) => `${event}: opened`,
    replay: 'Replay',
    states: {
      waiting: 'waiting',
      delivered: 'delivered',
      failed: 'failed',
      dropped: 'dropped',
    },
    status: (status: number) => `status ${status}`,
    test: 'Test',
    title: 'Webhooks',
    unknown: 'There is no such webhook in this account.',
    waiting: (count: number) => plural(count, { one: '# message waits', other: '# messages wait' }),
    what: 'Each message is signed, and is sent when an event of the account opens and when it closes. What cannot be delivered is tried again for a day.',
  },
  websites: {
    add: 'Add a website',
    addIt: 'Add the website',
    counts: { all: 'Counts every request', pages: 'Counts pages' },
    delete: {
      title: (domain: string) => `Delete ${domain}`,
      keep: 'Keep it',
      submit: 'Delete this website',
      type: (domain: string) => `Type ${domain} to delete it`,
      what: (domain: string) =>
        `${domain} is gone at once and for ever: its keys end, its senders are refused, and all its visits are erased. To keep them, let the operator of the service make a backup first.`,
    },
    form: {
      behaviour: 'Who is taken for a bot',
      behaviours: {
        default: 'By its agent and by what it asks for',
        off: 'By its agent only',
      },
      count: 'What counts',
      counts: { all: 'Every request', pages: 'Pages, not their images and scripts' },
      domain: 'Domain',
    },
    fromThenOn:
      'From then on, entries whose host is this domain, or below it, count for the new website. What was counted before stays where it is.',
    judges: {
      default: 'judges agents and requests',
      entry: 'judges agents only',
      off: 'judges agents only',
    },
    one: ({ counts, judges, since }: { counts: string; judges: string; since: string }) =>
      `${counts}, ${judges} · <id/> · since ${since}`,
    open: 'Open',
    shown: 'shown',
    title: 'Websites',
    which: 'Entries count for the website whose domain is their host, or the longest part of it.',
  },
};

export const signIn = {
  asking: 'Signing in …',
  codeRefused:
    'This address was used before, or is older than five minutes. Sign in with an API key, or let npm run botgauge -- sessions sign-in print another address.',
  documentTitle: 'Sign in – Botgauge',
  ended: 'Your session has ended. Sign in again to go on where you were.',
  forOthers:
    'Did somebody send you this address? It opens with a key of their account only. For others they make a link in <b>Settings → Shared links</b>, which needs no key: ask for one.',
  key: 'API key',
  noApiKey: 'An API key starts with api_.',
  notValid: 'This is not a valid API key. Perhaps it was revoked, or a part is missing.',
  title: 'Sign in',
  tooMany: (seconds: number) => `Too many attempts. Try again in ${seconds} s.`,
  trackingKey:
    'This is a Bot Tracking Key, with which logs are sent. Signing in takes an API key, api_….',
  what: 'Paste an API key of your account. It starts with <code>api_</code>. The page exchanges it for a session and does not keep it.',
  where: {
    list: 'and lists the accounts with <code>npm run botgauge -- accounts list</code>.',
    make: '<code>npm start</code> and <code>npm run botgauge -- sessions sign-in</code> print an address that signs you in without a key. Whoever runs the service makes a key with',
    title: 'Where do I find a key?',
  },
};

export const spoofed = {
  claimed: {
    title: 'Claimed bots',
    csv: 'claimed bots',
    caption: 'Bots by the visits that used their names',
    empty: 'No visit used the name of a bot on these pages.',
    bot: 'Claimed bot',
  },
  lists: {
    ageNotKnown:
      'The lists of bots’ addresses come from a folder of the workers: their age is not known here.',
    allCurrent: (lists: number, further: number) =>
      `All ${inFull(lists)} lists of addresses that operators of bots publish for programs are current${furtherLists(further)}.`,
    someCurrent: (of: { current: number; lists: number; further: number }) =>
      `Lists of bots’ addresses: ${inFull(of.current)} of ${inFull(of.lists)} are current${furtherLists(of.further)}.`,
    old: (count: number, names: string) =>
      `${plural(count, { one: '# is older than it proves', other: '# are older than they prove' })} anything (${names}): visits in the name of ${plural(count, { one: 'its', other: 'their' })} bots are not called spoofed.`,
    ofDay: (bots: string, day: string) => `${bots} of ${day}`,
    botAndOthers: (bot: string, others: number) =>
      `${bot} and ${plural(others, { one: '# other', other: '# others' })}`,
    andMore: (count: number) => `and ${inFull(count)} more`,
    neverFetched: (count: number) =>
      plural(count, { one: '# was never fetched.', other: '# were never fetched.' }),
    remedies: {
      bundled:
        'This service uses the lists that came with its release, and fetches no newer ones. Whoever runs it can let it fetch them every day.',
      refresh:
        'This service fetches them every day, and did not get these. Whoever runs it can look why.',
    },
  },
  networks: {
    title: 'Networks they came from',
    csv: 'networks',
    notByPage: 'Networks are not counted by page: these are of all pages.',
    byUtc: 'Networks are counted by days of UTC.',
    caption: 'Claimed bots and the networks of these visits. Times are UTC.',
    empty: 'From where they came is not known.',
    first: (rows: number) => `These are the first ${rows}. The CSV has more.`,
    networkAndBot: 'Network and claimed bot',
    asBot: 'as <bot/>',
  },
  nothing: {
    'no bots': {
      title: 'No bot came',
      what: 'No bot came in these days with these filters. Choose other days, or take a filter away.',
    },
    'not checked': {
      title: 'Nobody checked these visits',
      what: 'Their addresses were not compared with the lists of the operators: verification is switched off, or it was when they came. Whoever runs this service can switch it on; visits from then on are checked.',
    },
    'not decided': {
      title: 'No claim could be decided',
      what: 'The bots that came are of operators that publish no complete list of addresses, or their lists were too old, or the log has no addresses of visitors. Look whether it has the address of the visitor and not the one of a proxy.',
    },
    'all true': {
      title: 'Every claim that could be decided was true',
      what: 'Nobody came under the name of a bot whose operator publishes all its addresses from another one. There is nothing to do.',
    },
  },
  overTime: 'Spoofed visits',
  pages: {
    title: 'What they asked for',
    csv: 'pages asked for under a false name',
    caption: 'Pages by the visits under a false name',
    empty: 'Which pages they asked for is not known.',
  },
  verdicts: {
    allVerdicts: 'This view is about all verdicts, so the filter by them has no effect.',
    belowPath: (path: string) =>
      `Figures and chart are of all pages; the lists of bots and pages are of those below ${path}`,
    notDecided: 'Could not be decided',
  },
};

export const tables = {
  change: 'Change',
  counts: (now: number, before: number) => `${inFull(now)}, ${inFull(before)} before`,
};

export const views = {
  aboutPeople: {
    judged: 'Browsers: people, undecided and not judged. Automation is counted as bots.',
    'not judged': 'No visitor of this list is judged.',
    'not counted': 'Visitors are not judged by what is filtered for.',
  },
  answers: {
    content: 'Content (2xx)',
    redirects: 'Redirects and not modified (3xx)',
    refused: 'Refused (401, 403, 429)',
    notFound: 'Not found (404, 410)',
    client: 'Other client errors (4xx)',
    server: 'Server errors (5xx)',
    other: 'Other',
  },
  firstRows: (how: string) => `These are the first 1,000. ${how}`,
  interval: 'Interval',
  intervals: { hour: 'By hour', day: 'By day', week: 'By week', month: 'By month' },
  knownUntil: (moment: string) =>
    `From ${moment} UTC to the end of that day, this list does not tell people from other visitors with a browser: the day had more than 2,000,000 visits of browsers. Totals tell them.`,
  showUpTo: (rows: number) => `Show up to ${rows}`,
  titles: {
    ai: 'AI',
    alerts: 'Alerts',
    bots: 'Bots',
    companies: 'Companies',
    countries: 'Countries',
    coverage: 'Coverage',
    feeds: 'Log sources',
    hosts: 'Hosts',
    live: 'Live',
    overview: 'Overview',
    pages: 'Pages',
    people: 'People',
    responses: 'Responses',
    robots: 'Robots.txt',
    settings: 'Settings',
    sources: 'Sources',
    trust: 'Trust',
    verification: 'Verification',
  },
};

export const websites = {
  aiOfBoth: 'Visits of AI bots to both websites.',
  browsers: 'Visits of browsers',
  caption: 'The websites of the account with their visits',
  changes: (from: string) => `Each with its change from ${from}.`,
  choose: 'Choose one to look into it.',
  companies: 'AI companies on both',
  company: 'Company',
  csv: 'all websites',
  empty: 'There is no website in this account.',
  figure: 'Figure',
  figures: 'Figures of both websites',
  first: 'First website',
  firstOnes: 'These are the first 1,000; the API gives the others.',
  lastDelivery: 'Last delivery',
  noCompanies: 'No AI company came to either website in these days.',
  none: 'none yet',
  notFound: (search: string) => `No website has “${search}” in its domain.`,
  openEvents: 'Open events',
  peopleOfBoth:
    'Visits of people to both websites; of all browsers, where a website has no verdicts.',
  readsOf: (domain: string) => `Reads of ${domain}`,
  search: 'Search',
  searchTitle: 'Search websites by domain',
  second: 'Second website',
  sentByAi: 'Sent by AI',
  sentTo: (domain: string) => `Visitors sent to ${domain}`,
  sideBySide: 'Side by side',
};

export const words = {
  allDays: 'all days',
  allDaysFrom: (day: string) => `all days from ${day} on`,
  allDaysUntil: (day: string) => `all days until ${day}`,
  categories: {
    ai_search: 'AI search',
    ai_training: 'AI training',
    ai_assistant: 'AI assistant',
    ai_agent: 'AI agent',
    ai_data_provider: 'AI data provider',
    ai_unidentified: 'AI unidentified',
    search_engine: 'Search engine',
    seo: 'SEO',
    social_preview: 'Social preview',
    feed_fetcher: 'Feed fetcher',
    monitoring: 'Monitoring',
    advertising: 'Advertising',
    archiver: 'Archiver',
    academic: 'Academic',
    security_scanner: 'Security scanner',
    aggregator: 'Aggregator',
    webhook: 'Webhook',
    http_client: 'HTTP client',
    headless_browser: 'Headless browser',
    disguised: 'Disguised',
    undeclared_automation: 'Undeclared automation',
    unidentified: 'Unidentified',
  },
  comparedWith: {
    period: 'the days before',
    hours: 'the same hours before',
    days: 'the days before, today left out',
  },
  counts: ({ now, until, before }: { now: number; until: string; before: number }) =>
    `${inFull(now)} until ${until}, ${inFull(before)} before`,
  from: {
    period: (count: string) => `from ${count} before`,
    hours: (count: string) => `from ${count} in the same hours before`,
    days: (count: string) => `from ${count} before, today left out`,
  },
  isNew: 'new',
  none: {
    period: 'none in the days before',
    hours: 'none in the same hours before',
    days: 'none in the days before',
  },
  notJudged: (visits: number) => `${inFull(visits)} not judged`,
  points: (points: string, size: number) =>
    `${points} ${plural(size, { one: 'point', other: 'points' })}`,
  tooEarly: 'too early to compare',
  unclear: 'Undecided or not judged',
  undecided: (visits: number) => `${inFull(visits)} undecided`,
  visitsOfBrowsers: 'Visits of browsers',
  weekOf: (day: string) => `week of ${day}`,
};
