// Every text of the page in English: a language is a file like this one. A key says what its text is
// for, below the part of the page that shows it. A text with values is a function of them, so that it
// can put them where the language wants them; numbers come as numbers.
//
// Elements in a text are tags, such as `<link>…</link>`, which `Rich` draws. What strangers wrote
// never stands in a text with tags: it is an element of its own, such as `<path/>`.

import { inFull, listOf, plural } from '../words/numbers.js';

const VISITS = { one: '# visit', other: '# visits' };
const VISITORS = { one: '# visitor', other: '# visitors' };
const ADDRESSES = { one: '# address', other: '# addresses' };
const PAGES = { one: '# page', other: '# pages' };

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

export const EN = {
  events: {
    allAiBots: 'AI bots',
    ofCategory: (category: string) => `Bots of the category ${category}`,
    ofCategoryWithin: (category: string) => `bots of the category ${category}`,
    newBot: (bot: string, who: string, at: string, more: number) =>
      `${bot} (${who}) came for the first time, at ${at} UTC.${more > 0 ? ` ${plural(more, { one: '# other bot', other: '# other bots' })} came for the first time, too.` : ''}`,
    moreVisits: (of: MoreVisits) =>
      `${of.who} made ${plural(of.visits, VISITS)} between ${of.from} and ${of.to} UTC; about ${inFull(of.usual)} are usual in ${of.isUnfinished ? 'the whole hour' : 'this hour'}.`,
    fewerVisits: (of: FewerVisits) =>
      `${of.who} made ${of.visits === 0 ? 'no visit' : plural(of.visits, VISITS)} in ${of.hours === 1 ? 'the hour' : `the ${inFull(of.hours)} hours`} until ${of.to} UTC; about ${inFull(of.usual)} would have been usual.`,
    errorsOfPage: (of: Errors) =>
      `${of.subject} answered ${inFull(of.errors)} of ${plural(of.visits, VISITS)} (${of.share}) of ${of.who} with an error since ${of.from} UTC.`,
    errors: (of: Errors) =>
      `${of.subject} got ${of.statuses ? `the status ${of.statuses}` : 'an error'} for ${inFull(of.errors)} of ${plural(of.visits, VISITS)} (${of.share}) since ${of.from} UTC.`,
    spoofedOfOne: (spoofed: number, visits: number, bot: string) =>
      `${inFull(spoofed)} of ${plural(visits, VISITS)} in the name of ${bot} in the last hours came from other addresses than its operator’s.`,
    spoofedOfMany: (spoofed: number, visits: number, of: { bots: number; most: string }) =>
      `${inFull(spoofed)} of ${plural(visits, VISITS)} in the names of ${inFull(of.bots)} bots, mostly ${of.most}, in the last hours came from other addresses than their operators’.`,
    silentFeed: (feed: string, since: string, usualHours: number | null) =>
      `The log source ${feed} has brought nothing since ${since} UTC: look whether its sender still runs.${usualHours === null ? '' : ` It usually brings something at least every ${usualHours === 1 ? 'hour' : `${inFull(usualHours)} hours`}.`}`,
    rejected: (of: Rejects) =>
      `The log source ${of.feed} rejected ${inFull(of.part)} of ${plural(of.all, { one: '# record', other: '# records' })} (${of.share}) in the last hours${mostlyAs(of)}.`,
    refused: (of: Rejects) =>
      `The log source ${of.feed} refused ${inFull(of.part)} of ${plural(of.all, { one: '# delivery', other: '# deliveries' })} (${of.share}) in the last hours${mostlyAs(of)}.`,
    deadEntries: (entries: number) =>
      `${plural(entries, { one: '# log entry', other: '# log entries' })} of the last 24 hours could not be stored: the operator of the service can see why.`,
    disobeyed: (of: { bot: string; visits: number; day: string; most: string }) =>
      `${of.bot} made ${plural(of.visits, VISITS)} on ${of.day} (UTC) to pages that robots.txt does not allow to it${of.most && `, most often to ${of.most}`}.`,
    unreadOfSitemap: (of: Unread) =>
      `${of.who} read ${inFull(of.read)} of the ${plural(of.pages, PAGES)} of the sitemap (${of.share}) in the last 30 days.`,
    unreadOfVisited: (of: Unread) =>
      `${of.who} read ${inFull(of.read)} of the ${plural(of.pages, PAGES)} that people visited (${of.share}) in the last 30 days.`,
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
      `A fleet has begun: undeclared automation that calls itself ${of.agent} made ${plural(of.visits, VISITS)} from ${plural(of.visitors, ADDRESSES)}${of.networks > 0 ? ` in ${plural(of.networks, { one: '# network', other: '# networks' })}` : ''} since ${of.from} UTC.`,
    bruteForce: (of: {
      page: string;
      visits: number;
      visitors: number;
      errors: number;
      statuses: string;
      from: string;
    }) =>
      `Brute force on ${of.page}: undeclared automation of ${plural(of.visitors, VISITORS)} made ${plural(of.visits, VISITS)} to it since ${of.from} UTC. ${plural(of.errors, { one: '# of them was answered', other: '# of them were answered' })} with an error${of.statuses && `; the most frequent status codes are ${of.statuses}`}.`,
    webhookGone: (name: string, host: string) =>
      `The webhook ${name} (${host}) gets no events any more: it answered 410, which means that nobody listens there any more. Enable it again when it is repaired.`,
    webhookFailed: (name: string, host: string, status: string) =>
      `The webhook ${name} (${host}) gets no events any more: its last attempts failed${status && `, the last one with the status ${status}`}. Enable it again when it is repaired.`,
  },
  findings: {
    silentFeed: (feed: string, since: string) =>
      `The log source ${feed} has brought nothing since ${since} UTC: look whether its sender still runs.`,
    failingPage: (page: string, errors: number, visits: number, week: string) =>
      `${page} answered ${inFull(errors)} of ${plural(visits, VISITS)} of AI bots with an error ${week}.`,
    stoppedBot: (bot: string, day: string, usual: number) =>
      `${bot} has not come since ${day}; about ${plural(usual, VISITS)} would have been usual.`,
    spoofedBot: (bot: string, spoofed: number, visits: number, week: string) =>
      `${inFull(spoofed)} of ${plural(visits, VISITS)} in the name of ${bot} ${week} came from other addresses than its operator’s.`,
    automation: (group: string, visits: number, day: string) =>
      `${group}, ${plural(visits, VISITS)} on ${day}: counted as automation.`,
    oldLists: (day: string) =>
      `Lists of bots’ addresses are older than they prove anything, the oldest is of ${day}: fewer spoofed bots are found.`,
    lastDays: 'in the last 7 days',
    daysUpTo: (day: string) => `in the 7 days up to ${day}`,
  },
  groups: {
    countedAs: (who: string, visits: number) =>
      `${who}: ${plural(visits, VISITS)}, counted as automation.`,
    countedAsPeople: (who: string, visits: number) =>
      `${who}: ${plural(visits, VISITS)}, counted as people.`,
    undecided: (who: string, visits: number) => `${who}: ${plural(visits, VISITS)}, undecided.`,
    who: {
      fleet: ({ browser, visitors }: Who) =>
        `One ${browser ?? 'agent'} on ${plural(visitors, ADDRESSES)}`,
      brute_force: ({ page, visitors }: Who) =>
        `${page ?? 'A page'} was attacked by ${plural(visitors, VISITORS)}`,
      many_agents: ({ agents }: Who) =>
        `${plural(agents, { one: '# agent', other: '# agents' })} at one busy address`,
      scanner: ({ visitors }: Who) =>
        `${plural(visitors, VISITORS)} asked for what no website links, as scanners do`,
      crawler: ({ browser, agents, network }: Who) =>
        `A crawler with ${agents > 1 ? `${inFull(agents)} agents of browsers` : `the agent of ${browser ?? 'a browser'}`}${network === null ? '' : ` from ${network}`}`,
      old_browsers: ({ visitors }: Who) =>
        `${plural(visitors, { one: '# visitor with a browser', other: '# visitors with browsers' })} far older than those of readers, or that never existed`,
      other: ({ visitors }: Who) => `${plural(visitors, VISITORS)} did what programs do`,
      undecided: ({ visitors }: Who) =>
        `${plural(visitors, VISITORS)} did nothing that tells people and programs apart`,
      people: ({ visitors }: Who) => `${plural(visitors, VISITORS)} did what readers do`,
    },
    many: {
      fleet: 'smaller fleets',
      brute_force: 'pages under smaller attacks',
      many_agents: 'busy addresses of many agents',
      crawler: 'smaller crawlers',
    } as Readonly<Record<string, string>>,
    manyOthers: 'smaller groups',
    whoOfMany: (groups: number, what: string, visitors: number) =>
      `${inFull(groups)} ${what} with ${plural(visitors, VISITORS)}`,
  },
  feeds: {
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
        `Logs ${listOf(has)}${mayHave.length > 0 ? `; if you log them ${listOf(mayHave)}` : ''}`,
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
      `No sender has the name ${wanted}. What writes log files, and is in none of these lists, is sent by syslog-ng, rsyslog, Vector or Fluent Bit, or read by the command line: botgauge ship follows a file.`,
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
  },
};
