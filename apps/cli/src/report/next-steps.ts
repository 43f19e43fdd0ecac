import type { HostEntry } from '@app/contracts';
import { count, listInWords } from '@app/report-text';
import { addWebsiteCommand } from '../program/add-website.js';
import type { ReportFilter, ReportNotes } from './read-report.js';

/** Hosts and countries that a sentence names. */
const MOST_NAMED = 5;

/** The part of a report of which there is more to say. */
export type Notable = Pick<ReportFilter, 'host' | 'country'> & { hosts?: HostEntry[] | null };

/**
 * Says what a person may want to do after a report, in lines.
 *
 * @returns undefined when there is nothing to do
 */
export function nextSteps(
  { hosts, ...limit }: Notable,
  { unknown, others }: ReportNotes,
): string | undefined {
  const steps = [
    ...(unknown ? [`${LEFT_OUT[unknown.what]}: ${unknown.reason}.`] : []),
    ...(others ? [noVisitStep(limit, others)] : []),
    ...strangersSteps(hosts ?? []),
  ];
  return steps.length === 0 ? undefined : steps.join('\n');
}

const LEFT_OUT = {
  dimensions: 'Hosts and countries are left out',
  comparison: 'Nothing is compared with the days before',
};

/** Says for which hosts of no website visits came, and how one becomes a website. */
function strangersSteps(hosts: readonly HostEntry[]): string[] {
  const strange = hosts.filter(({ host, website }) => website === null && host);
  if (strange.length === 0) return [];
  const visits = strange.reduce((sum, { total_visits }) => sum + total_visits, 0);
  const hostNames = strange.map(({ host }) => host ?? '');
  const names = listOf(hostNames);
  const are = strange.length === 1 ? 'which is no website' : 'which are no websites';
  const counted = visits === 1 ? '1 visit came' : `${count(visits)} visits came`;
  const they = visits === 1 ? 'it counts' : 'they count';
  const command = addWebsiteCommand(hostNames);
  const one = strange.length === 1 ? 'it' : 'one';
  return [
    `${counted} for ${names}, ${are} of yours: ${they} for the website of the key.`,
    ...(command === undefined ? [] : [`Add ${one} with: ${command}`]),
  ];
}

function noVisitStep({ host, country }: Notable, known: readonly (string | null)[]): string {
  const word = host === undefined ? 'from' : 'for';
  const names = known.filter((name): name is string => Boolean(name));
  const none = `No visit came ${word} ${host ?? country ?? ''} on these days`;
  if (names.length > 0) return `${none}. Visits came ${word} ${listOf(names)}.`;
  return `${none}, as far as the logs tell it.`;
}

/** Names some, and says how many there are besides. */
function listOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return listInWords(more > 0 ? [...names.slice(0, MOST_NAMED), `${more} more`] : names);
}
