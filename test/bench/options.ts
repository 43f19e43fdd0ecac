import { parseArgs } from 'node:util';
import type { TestFlavour } from '@app/testing';
import type { QueueName } from '../support/stores.js';
import type { Combination } from './system.js';

const OPTIONS = {
  help: { type: 'boolean', short: 'h', default: false },
  visits: { type: 'string', default: '100000,1000000,10000000' },
  days: { type: 'string', default: '366' },
  requests: { type: 'string', default: '200' },
  'rate-seconds': { type: 'string', default: '2' },
  flavours: { type: 'string', default: 'timescale,imported,plain' },
  hold: { type: 'boolean', default: false },
  judged: { type: 'boolean', default: false },
  buckets: { type: 'string', default: '1,5' },
  history: { type: 'string', default: '2000000' },
  tail: { type: 'string', default: '6' },
  seconds: { type: 'string', default: '120' },
  'four-seconds': { type: 'string', default: '60' },
  'without-seconds': { type: 'string', default: '60' },
  late: { type: 'string', default: 'each' },
  flavour: { type: 'string', default: 'timescale,plain' },
  queue: { type: 'string', default: 'redis,postgres' },
  batch: { type: 'string', default: '1,10,100,1000' },
  entries: { type: 'string', default: '500000' },
  connections: { type: 'string', default: '4' },
  workers: { type: 'string', default: '1' },
  load: { type: 'string', default: '0.7' },
  rate: { type: 'string', default: '0' },
  'load-seconds': { type: 'string', default: '15' },
  dist: { type: 'string', default: 'dist' },
  pairs: { type: 'string', default: '10' },
  hours: { type: 'string', default: '20' },
  lines: { type: 'string', default: '330000' },
  rounds: { type: 'string', default: '200' },
  times: { type: 'string', default: '2' },
  attacks: { type: 'string', default: 'paths,agents,hosts,pages' },
  paths: { type: 'string', default: '1000000' },
  'run-seconds': { type: 'string', default: '20' },
  batches: { type: 'string', default: '100' },
  senders: { type: 'string', default: 'custom,cloudflare,json,lines,firehose,otlp' },
  turns: { type: 'string', default: '5' },
  agents: { type: 'string', default: '10000000' },
  websites: { type: 'string', default: '1000' },
  'all-fields': { type: 'boolean', default: false },
  returning: { type: 'boolean', default: false },
  visitors: { type: 'string', default: '3' },
  cores: { type: 'string', default: '1' },
  memory: { type: 'string', default: '1024' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: '' },
} as const;

/** What a benchmark takes instead of the usual value. */
const OWN_DEFAULTS: Record<string, Partial<Record<keyof typeof OPTIONS, string>>> = {
  coverage: {
    visits: '10000000',
    days: '90',
    paths: '50000',
    requests: '50',
    flavour: 'plain,timescale',
  },
  page: { visits: '5000000', days: '90', rounds: '11' },
  'at-rest': { seconds: '60' },
  'small-machine': { rate: '2000', seconds: '60', batch: '100' },
  export: { visits: '10000000', flavour: 'plain' },
  compare: { batch: '1000', entries: '400000', 'load-seconds': '5' },
  'compare-reports': { requests: '25' },
  disk: { visits: '5000000', queue: 'redis' },
  hostile: { entries: '10000000', queue: 'redis', days: '1' },
  judge: { visits: '200000', rounds: '5', queue: 'redis' },
  peers: { lines: '500000', rounds: '3' },
  'people-lab': { websites: '' },
};

export const USAGE = `Usage: npm run bench -- <name> [options]

  reports   how the reports' cost over HTTP grows with the visits, and bytes on disk
    --visits 100000,1000000,10000000   sizes, measured one after the other
    --days 366            days over which the visits are spread: the longest period asked for
    --requests 200        requests a report and period for the latencies
    --connections 4       connections for the answers a second
    --rate-seconds 2      seconds for each of these rates, of the longest period only
    --flavours timescale,imported,plain   imported: on TimescaleDB, all visits late
    --judged              with verdicts on the visitors of all days; without, none is judged
    --hold                keep the servers until Ctrl-C and say where they are, for compare-reports too

  coverage   how long the reports of coverage and robots.txt take, of 50,000 pages
    --flavour plain,timescale
    --visits 10000000     visits of one website
    --days 90             days over which they are spread
    --paths 50000         addresses of its sitemap, of which nine of ten are visited
    --requests 50         requests a report and period
    --hold                keep the servers until Ctrl-C and say where they are

  page   how long somebody waits for the page in Chromium, from opening it and from each click
    --visits 5000000      visits of one website; of several the last
    --days 90             days over which they are spread
    --rounds 11           times that the page is opened, and that each click is made

  export   memory and time to read all visits of one day, over HTTP and by the command
    --visits 10000000     visits of the day; of several the last
    --flavour plain       all visits are late, also on TimescaleDB

  drop   a log that is dropped on the page beside its import by the command line
    --lines 330000        lines of the log; as many have about 60 MB

  refresh   the base bucket of the aggregates under nominal load with late entries
    --buckets 1,5         sizes of the base bucket in minutes; plain: the counts of the plain flavour
    --history 2000000     visits of the past 30 days that are there before
    --tail 6              minutes of nominal load that are there before
    --seconds 120         length of the main run
    --four-seconds 60     the same with four websites
    --without-seconds 60  the same with one website and no refresher
    --late batch          late entries of a batch are of ten minutes of one day; each: of any time

  classification   time of a verdict beside other libraries; BOTGAUGE_TEST_DATA names more user agents

  alerts   how long the database works each minute for alerts, by statement
    --flavour timescale,plain
    --websites 1000       each with eight alerts, 15 bots and four weeks of hours

  verification   time to judge an address by the lists, never seen and repeated

  memory   memory of a worker's steps while every visit has a user agent and an address of its own
    --agents 10000000     visits

  at-rest   memory of every process of npm start, the database included, while nothing is asked of it; on Linux only
    --seconds 60          how long after the start

  small-machine   npm start in a control group of Linux (as root): a steady load, and the page meanwhile
    --cores 1             how much of the processors it may take
    --memory 1024         MiB
    --rate 2000           entries a second, for --seconds 60
    --batch 100           entries a request; of several the last

  pipeline   entries a second from HTTP to visible in the reports, beside plain COPY of such entries
    --flavour timescale,plain
    --queue redis,postgres
    --batch 1,10,100,1000 entries a request
    --entries 500000      entries of a run, at most 10000 requests
    --connections 4       requests under way at the same time
    --workers 1           worker processes
    --load 0.7            share of the rate found, for the latencies of a second run; 0: without it
    --rate 0              entries a second of the second run, instead of a share
    --load-seconds 15     length of that run
    --dist dist           the build to measure; several after each other: dist,other/dist
    --all-fields          entries also have the optional fields that CDNs know: country, asn, protocol, sec_fetch_mode
    --returning           people make 2.9 requests each, as in real logs, and not one

  compare BEFORE AFTER   two builds in turns, such as ../before/dist and dist: processor time, rates, bytes of the
                         log and on disk, latencies at part load; the ratio of every figure with its spread
    --flavour, --queue, --connections, --workers, --all-fields, --returning   as above
    --pairs 10            runs of each build
    --batch 1000          entries a request
    --entries 400000      entries of a run, so that it takes less than 30 s
    --load 0.7            part load as a share of the rate of the build before; 0: without it
    --rate 0              part load in entries a second, instead of a share
    --load-seconds 5      length of the part load

  compare-reports BEFORE AFTER   how long two builds take to answer, in turns: each is kept in its own checkout by
                         reports --hold, which says how it is named here
    --days 366            as above
    --requests 25         requests a report and period, of each build

  disk   bytes of the log and on disk per visit, and the largest relations, of the same visits in each build
    --flavour, --dist     as above; on TimescaleDB also after compression and with finished roll-ups
    --queue redis
    --visits 5000000      of several the last
    --hours 20            coming hours over which the visits are spread; 0: all come now

  feeds   entries a second from what senders push to visible in the reports, beside our own entries
    --flavour, --queue, --dist   as above
    --senders custom,cloudflare,json,lines,firehose,otlp
    --batch 1000          records a delivery; of several the last
    --entries 500000      entries of a run
    --turns 5             rounds, in each of which every sender has its turn

  deliveries   what deliveries of 30 and 60 MiB cost the API that receives them, and another client
    --flavour, --queue, --dist   as above

  bodies   time to read the body of 1000 entries in several ways; --rounds 200, --dist as above

  stages   processor time of each stage of a batch of 1000 entries
    --flavour, --dist     as above
    --rounds 200          batches that are measured
    --returning           as above

  overload   answers, memory, losses and recovery while suddenly more comes than can be stored
    --flavour, --queue, --dist   as above
    --times 2             of the capacity, which is found first
    --seconds 120         for how long
    --batch 1000          entries a request; of several the last

  quiet   what a small tenant sees while another one does within its plan what costs most
    --flavour, --queue, --dist   as above
    --attacks paths,agents,hosts,pages   random paths, costly user agents, long hosts, large reports
    --paths 1000000       paths of the website whose reports are asked for
    --batches 100         batches a second of the other tenant; 100 is the limit of the plan Pro, and may be
                          more than the machine can store
    --run-seconds 20      length of each run

  hostile   what one key costs whose entries never repeat user agent, host, referer and path: memory, dictionaries,
            and what an ordinary website of another account sees
    --flavour, --dist     as above
    --queue redis
    --entries 10000000    entries of that key
    --days 1              each entry is of the day before that of the last one, and so many days come again
    --run-seconds 20      how long the ordinary website is watched before

  judge   how long the worker takes to judge the visitors of a day of one website anew
    --flavour, --dist     as above
    --queue redis
    --visits 200000       visitors of that day, with one visit each
    --rounds 5            times that the day is judged

  peers   lines a second of import, GoAccess, AWStats and a script with a regex, isbot and COPY, which read the same
          log in turns
    --lines 500000        lines of the log
    --rounds 3            times that each program reads it
    --dist dist           the build to measure

  people-lab   how visitors are judged that real browsers play on websites of a laboratory; needs nginx, openssl,
               Chromium and Firefox in PATH
    --visitors 3          visitors of each kind and browser
    --websites plain,app  some of the websites; by default all
    --seed 1              draws addresses, agents and times
    --out FOLDER          keeps the logs and who made which visit
`;

/** The command cannot be run as it was given. The message says what to write instead. */
export class WrongUsage extends Error {}

/** The given options, with their defaults. */
export type Options = ReturnType<typeof parse>['options'];

/**
 * Reads the arguments. An option that does not exist is named on standard error, and the usage is
 * shown.
 */
export function parse(args: string[]) {
  const { values, positionals, own } = parseKnown(args);
  const [name = '', ...builds] = positionals;
  return { name, builds, options: { ...values, ...own } };
}

function parseKnown(args: string[]) {
  try {
    const { values, positionals, tokens } = parseArgs({
      ...{ args, allowPositionals: true, options: OPTIONS, tokens: true },
    });
    const given = new Set<string>(
      tokens.flatMap((token) => (token.kind === 'option' ? token.name : [])),
    );
    const all = Object.entries(OWN_DEFAULTS[positionals[0] ?? ''] ?? {});
    return {
      ...{ values, positionals },
      own: Object.fromEntries(all.filter(([name]) => !given.has(name))),
    };
  } catch (error) {
    console.error((error as Error).message);
    return { ...parseArgs({ args: [], allowPositionals: true, options: OPTIONS }), own: {} };
  }
}

export const listOf = (option: string): string[] => option.split(',');
export const numbersOf = (option: string): number[] => listOf(option).map(Number);

/** Returns every flavour with every queue and build that the options name. */
export function combinationsOf({ flavour, queue, dist }: Options): Combination[] {
  return (listOf(flavour) as TestFlavour[]).flatMap((one) =>
    (listOf(queue) as QueueName[]).flatMap((other) =>
      listOf(dist).map((build) => ({ flavour: one, queue: other, dist: build })),
    ),
  );
}
