import { BOT_CATEGORIES, type EventKind, type Figures } from '@app/contracts';

/** What a sentence about an event needs to know. */
export interface ToldEvent {
  kind: EventKind;
  subject: string | null;
  figures: Figures;
}

type Value = Figures[string] | undefined;

/** Says in one sentence what began, with its figures. Times are those of UTC. */
export function eventInWords({ kind, subject, figures }: ToldEvent): string {
  switch (kind) {
    case 'new_bot':
      return newBot(subject, figures);
    case 'unusual_visits':
      return unusual(subject, figures);
    case 'errors':
      return errors(subject, figures);
    case 'spoofed':
      return spoofed(subject, figures);
    case 'feed_silent':
      return silentFeed(subject, figures);
    case 'feed_rejects':
      return rejects(subject, figures);
    case 'dead_entries':
      return `${count(figures.entries, 'log entry', 'log entries')} of the last 24 hours could not be stored: the operator of the service can see why.`;
    case 'robots_disobeyed':
      return disobeyed(subject, figures);
    case 'coverage_below':
      return unread(subject, figures);
    case 'automation_above':
      return automation(figures);
    case 'fleet_begun':
      return fleet(subject, figures);
    case 'brute_force':
      return bruteForce(subject, figures);
    case 'webhook_disabled':
      return disabled(figures);
  }
}

function newBot(bot: string | null, { provider, category, first_visit, more }: Figures): string {
  const others = more
    ? ` ${count(more, 'other bot', 'other bots')} came for the first time, too.`
    : '';
  const who = provider && provider !== 'Unknown' ? `${provider}, ${category}` : `${category}`;
  return `${bot} (${who}) came for the first time, at ${moment(first_visit)}.${others}`;
}

function unusual(subject: string | null, figures: Figures): string {
  const { direction, visits, usual_visits, hours, from, to, until } = figures;
  if (direction === 'above')
    return `${visitsOf(subject, visits)} between ${moment(from)} and ${clock(until ?? to)}; about ${usual_visits} are usual in ${until === undefined ? 'this hour' : 'the whole hour'}.`;
  const span = hours === 1 ? 'the hour' : `the ${hours} hours`;
  return `${visitsOf(subject, visits)} in ${span} until ${moment(to)}; about ${usual_visits} would have been usual.`;
}

function errors(subject: string | null, figures: Figures): string {
  const { visits, error_visits, share, from, statuses } = figures;
  const what = statuses ? `the status ${statuses}` : 'an error';
  const part = `${error_visits} of ${visits} visits (${percent(share)})`;
  if (subject?.startsWith('/')) {
    return `${subject} answered ${part} of ${who(figures.of)} with an error since ${moment(from)}.`;
  }
  return `${capital(who(subject))} got ${what} for ${part} since ${moment(from)}.`;
}

function spoofed(bot: string | null, figures: Figures): string {
  const { spoofed_visits, visits, bots: number, most_spoofed } = figures;
  const name = bot ?? (number === 1 ? most_spoofed : undefined);
  const whose = name
    ? `in the name of ${name}`
    : `in the names of ${number} bots, mostly ${most_spoofed},`;
  return `${spoofed_visits} of ${visits} visits ${whose} in the last hours came from other addresses than ${name ? 'its operator’s' : 'their operators’'}.`;
}

function silentFeed(feed: string | null, { last_delivery, usual_hours }: Figures): string {
  const usual =
    typeof usual_hours === 'number'
      ? ` It usually brings something at least every ${usual_hours === 1 ? 'hour' : `${usual_hours} hours`}.`
      : '';
  return `The log source ${feed} has brought nothing since ${moment(last_delivery)}: look whether its sender still runs.${usual}`;
}

function rejects(feed: string | null, figures: Figures): string {
  const { rejected, refused, records, deliveries, share, reason } = figures;
  const why = reason ? `, mostly as ${reason}` : '';
  const allDeliveries = Number(deliveries) + Number(refused);
  const isRefused = Number(refused) * Number(records) >= Number(rejected) * allDeliveries;
  const part = isRefused
    ? `refused ${refused} of ${allDeliveries} deliveries`
    : `rejected ${rejected} of ${records} records`;
  return `The log source ${feed} ${part} (${percent(share)}) in the last hours${why}.`;
}

function disobeyed(bot: string | null, { visits, day, path, rule }: Figures): string {
  const most = path ? `, most often to ${path} (${rule})` : '';
  return `${bot} made ${count(visits, 'visit', 'visits')} on ${day} (UTC) to pages that robots.txt does not allow to it${most}.`;
}

function unread(subject: string | null, { of, pages, read, share }: Figures): string {
  const which = of === 'sitemap' ? 'of the sitemap' : 'that people visited';
  return `${capital(who(subject))} read ${read} of the ${pages} pages ${which} (${percent(share)}) in the last 30 days.`;
}

function automation({ visits, automation_visits, share, from, to }: Figures): string {
  return `Undeclared automation made ${automation_visits} of ${visits} judged visits of browsers (${percent(share)}) between ${moment(from)} and ${moment(to)}.`;
}

function fleet(agent: string | null, figures: Figures): string {
  const { visits, visitors, networks, first_seen } = figures;
  // Where addresses are not kept, no network is known.
  const where = networks ? ` in ${count(networks, 'network', 'networks')}` : '';
  return `A fleet has begun: undeclared automation that calls itself ${agent} made ${count(visits, 'visit', 'visits')} from ${count(visitors, 'address', 'addresses')}${where} since ${moment(first_seen)}.`;
}

function bruteForce(page: string | null, figures: Figures): string {
  const { visits, visitors, error_visits, status_codes, first_seen } = figures;
  const answers = status_codes ? `; the most frequent status codes are ${status_codes}` : '';
  return `Brute force on ${page}: undeclared automation of ${count(visitors, 'visitor', 'visitors')} made ${count(visits, 'visit', 'visits')} to it since ${moment(first_seen)}. ${error_visits} of them were answered with an error${answers}.`;
}

function disabled({ name, host, reason, status }: Figures): string {
  const why =
    reason === 'gone'
      ? 'it answered 410, which means that nobody listens there any more'
      : `its last attempts failed${status ? `, the last one with the status ${status}` : ''}`;
  return `The webhook ${name} (${host}) gets no events any more: ${why}. Enable it again when it is repaired.`;
}

const isCategory = (subject: string): boolean =>
  BOT_CATEGORIES.some((category) => category === subject);

/** The bots that an event is about: a name, those of a category, or all AI bots. */
function who(subject: Value | null): string {
  if (subject === null || subject === undefined) return 'AI bots';
  return isCategory(String(subject)) ? `bots of the category ${subject}` : String(subject);
}

const capital = (text: string): string => text.replace(/^bots/, 'Bots');

function visitsOf(subject: string | null, visits: Value): string {
  return `${capital(who(subject))} made ${visits === 0 ? 'no visit' : count(visits, 'visit', 'visits')}`;
}

const count = (number: Value, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`;

/** Shares below a percent get a digit after the point. */
function percent(share: Value): string {
  const part = Number(share) * 100;
  return `${part < 1 ? part.toFixed(1) : Math.round(part)} %`;
}

const moment = (iso: Value): string =>
  `${String(iso ?? '')
    .slice(0, 16)
    .replace('T', ' ')} UTC`;
const clock = (iso: Value): string => `${String(iso ?? '').slice(11, 16)} UTC`;
