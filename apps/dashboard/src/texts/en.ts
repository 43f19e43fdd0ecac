// Every text of the page in English: a language is a file like this one. A key says what its text is
// for, below the part of the page that shows it. A text with values is a function of them, so that it
// can put them where the language wants them; numbers come as numbers. Words for codes, such as those
// of the API, have the codes as keys: where one is looked up, the compiler says if it is missing.
//
// Elements in a text are tags, such as `<link>…</link>`, which `Rich` draws. What strangers wrote
// never stands in a text with tags: it is an element of its own, such as `<path/>`.
import { inFull, plural } from './plural.js';

export const EN = {
  address: {
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
  },
  api: {
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
  },
  charts: {
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
  },
  common: {
    aiBots: 'AI bots',
    allWebsites: 'All websites',
    apiReference: 'API reference',
    bot: 'Bot',
    bots: 'Bots',
    browsers: 'Browsers',
    cancel: 'Cancel',
    category: 'Category',
    close: 'Close',
    country: 'Country',
    errors: 'Errors',
    haveIt: 'I have it',
    host: 'Host',
    lastVisit: 'Last visit',
    page: 'Page',
    people: 'People',
    provider: 'Provider',
    reversedDays: 'The first day is after the last one.',
    /** A text that has no full stop yet. */
    sentence: (words: string) => `${words}.`,
    share: 'Share',
    spoofed: 'Spoofed',
    verified: 'Verified',
    visits: 'Visits',
    website: 'Website',
  },
  countries: {
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
  },
  drop: {
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
    titleOfMany: (files: number, domain: string) =>
      `Import of ${inFull(files)} logs into ${domain}`,
    titleOfOne: (file: string, domain: string) => `Import of ${file} into ${domain}`,
    unreachable: 'the service cannot be reached from this browser',
    waits: (why: string) => `The service lets this import wait (${why}). It goes on by itself.`,
  },
  frame: {
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
  },
  hosts: {
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
  },
  lazy: {
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
  },
  live: {
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
  },
  parts: {
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
  },
  settings: {
    export: {
      again:
        'Where a download breaks off, its end is missing. The command <code>botgauge export</code> begins again where it broke off.',
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
      ended: (count: number) =>
        plural(count, { one: '# key has ended', other: '# keys have ended' }),
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
        no_secret:
          'the receiver was not asked: the secret cannot be read, set SECRET_KEY as it was',
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
      waiting: (count: number) =>
        plural(count, { one: '# message waits', other: '# messages wait' }),
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
  },
  signIn: {
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
  },
  tables: {
    change: 'Change',
    counts: (now: number, before: number) => `${inFull(now)}, ${inFull(before)} before`,
  },
  views: {
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
  },
  websites: {
    caption: 'The websites of the account with their visits',
    changes: (from: string) => `Each with its change from ${from}.`,
    choose: 'Choose one to look into it.',
    csv: 'all websites',
    empty: 'There is no website in this account.',
    firstOnes: 'These are the first 1,000; the API gives the others.',
    lastDelivery: 'Last delivery',
    none: 'none yet',
    notFound: (search: string) => `No website has “${search}” in its domain.`,
    openEvents: 'Open events',
    search: 'Search',
    searchTitle: 'Search websites by domain',
    sentByAi: 'Sent by AI',
  },
  words: {
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
  },
};
