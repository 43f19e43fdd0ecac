// Every text of the page in English: a language is a file like this one. A key says what its text is
// for, below the part of the page that shows it. A text with values is a function of them, so that it
// can put them where the language wants them; numbers come as numbers.
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
