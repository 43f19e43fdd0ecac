import {
  entriesByWebsite,
  type EntriesByWebsite,
  type HostCounts,
  type HostEntries,
} from '@app/log-delivery';
import { count, listInWords } from '@app/report-text';
import { addWebsiteCommand } from '../../program/add-website.js';
import type { FoundAccount, KnownAccount } from './find-account.js';

/** So many hosts and websites are told to people. */
const MOST_SHOWN = 5;
/** And so many to programs. */
const MOST_LISTED = 100;

/** The entries of a run, and the account for whose websites they count, if it is known. */
export interface CountedRun {
  hosts: HostCounts;
  found: FoundAccount;
}

/** The days of a run on the page, for one website or for the one that the page shows first. */
export type DaysOnPage = (website: string | undefined) => string;

/** Returns the facts about hosts and websites for programs. */
export function hostsDocument({ hosts, found }: CountedRun) {
  const known = 'account' in found ? byWebsite(hosts, found.account) : undefined;
  const all = known
    ? known.hosts.map(({ host, entries, website, isOfWebsite }) => ({
        ...{ host, entries, website: website.id, is_website: isOfWebsite },
      }))
    : named(hosts).map(([host, entries]) => ({ host, entries, website: null, is_website: null }));
  return {
    hosts: all.slice(0, MOST_LISTED),
    more_hosts: Math.max(0, all.length - MOST_LISTED),
    websites:
      known?.websites.slice(0, MOST_LISTED).map(({ website, entries }) => ({
        ...{ website: website.id, domain: website.domain, entries },
      })) ?? null,
  };
}

/** Says which hosts are no websites of the account, as lines. */
export function hostLines({ hosts, found }: CountedRun): string[] {
  if (!('account' in found)) return linesWithoutAccount(hosts, found);
  const strange = byWebsite(hosts, found.account).hosts.filter(({ isOfWebsite }) => !isOfWebsite);
  const more = strange.slice(MOST_SHOWN);
  const shown = strange.slice(0, MOST_SHOWN);
  return [
    ...shown.map((host) => strangerLine(host, found.account)),
    ...(more.length > 0
      ? [
          `${entriesName(sumOf(more))} ${count(more.length)} more ${more.length === 1 ? 'host that is no website' : 'hosts that are no websites'} of yours.`,
        ]
      : []),
    ...(hosts.others > 0
      ? [`${entriesName(hosts.others)} further hosts, which were not told apart.`]
      : []),
    ...howToAdd(shown, found.account),
  ];
}

/** Leads to what was imported: to each website that got entries, the one with the most first. */
export function linkLines(
  { hosts, found }: CountedRun,
  daysOf: DaysOnPage,
  wanted: string | undefined,
): string[] {
  const websites = 'account' in found ? byWebsite(hosts, found.account).websites : [];
  const [only] = websites;
  if (websites.length < 2)
    return [`See it in your browser:  ${daysOf(only?.website.id ?? wanted)}`];
  const more = websites.length - MOST_SHOWN;
  return [
    'See it in your browser:',
    ...websites
      .slice(0, MOST_SHOWN)
      .map(
        ({ website, entries }) =>
          `  ${website.domain}, ${counted(entries)}:  ${daysOf(website.id)}`,
      ),
    ...(more > 0 ? [`  and ${count(more)} more ${more === 1 ? 'website' : 'websites'}`] : []),
  ];
}

function byWebsite(hosts: HostCounts, { websites, keysOwn }: KnownAccount): EntriesByWebsite {
  return entriesByWebsite(hosts, websites, keysOwn);
}

function strangerLine({ host, entries }: HostEntries, { keysOwn }: KnownAccount): string {
  const they = entries === 1 ? 'it counts' : 'they count';
  return `${entriesName(entries)} ${host}, which is no website of yours: ${they} for ${keysOwn.domain}, the website of the key.`;
}

function howToAdd(strange: readonly HostEntries[], { id }: KnownAccount): string[] {
  const hosts = strange.map(({ host }) => host);
  const command = addWebsiteCommand(hosts, id);
  return command === undefined ? [] : [`Add ${hosts.length === 1 ? 'it' : 'one'} with: ${command}`];
}

/** Without the websites of the account, nothing can be said but which hosts there are. */
function linesWithoutAccount(
  hosts: HostCounts,
  found: Exclude<FoundAccount, { account: KnownAccount }>,
): string[] {
  const all = named(hosts);
  if (all.length === 0) return [];
  const shown = all.slice(0, MOST_SHOWN).map(([host, entries]) => `${host} (${count(entries)})`);
  const more = all.length - shown.length;
  const list = more > 0 ? [...shown, `${count(more)} more`] : shown;
  return [
    `The entries name ${list.length === 1 ? 'the host' : 'the hosts'} ${listInWords(list)}. For which websites they count is not known: ${reasonOf(found)}`,
  ];
}

function reasonOf(found: Exclude<FoundAccount, { account: KnownAccount }>): string {
  switch (found.unknown) {
    case 'no_api_key':
      return 'set BOTGAUGE_API_KEY to see it.';
    case 'other_account':
      return 'BOTGAUGE_API_KEY and BOTGAUGE_BOT_KEY are of different accounts.';
    case 'many_websites':
      return 'name the website of BOTGAUGE_BOT_KEY with --website to see it.';
    case 'unread':
      return `${found.message}.`;
  }
}

/** The hosts that entries name, most entries first. */
const named = ({ byHost }: HostCounts): [host: string, entries: number][] =>
  [...byHost].filter(([host]) => host !== '').sort(([, one], [, other]) => other - one);

const sumOf = (hosts: readonly HostEntries[]) =>
  hosts.reduce((sum, { entries }) => sum + entries, 0);
const counted = (entries: number) => `${count(entries)} ${entries === 1 ? 'entry' : 'entries'}`;
const entriesName = (entries: number) => `${counted(entries)} ${entries === 1 ? 'names' : 'name'}`;
