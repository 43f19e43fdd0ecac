import { z } from 'zod';
import { visits } from './traffic.js';

/** What visitors are grouped as that were judged alike, and what it means. */
export const GROUP_KINDS = {
  fleet: 'one agent that came from many addresses, of which hardly any did what readers do',
  brute_force: 'one page that was written to, or asked for in vain, again and again',
  many_agents: 'many agents at one address, hardly any of which loaded files',
  scanner: 'asked for what no website links, as scanners do',
  crawler: 'one agent that asked for many pages without their files, or faster than anybody reads',
  old_browsers: 'browsers far older than those of readers, or that never existed',
  other: 'automation for other reasons',
  undecided: 'visitors that did nothing that tells people and programs apart',
  people: 'people',
} as const;
export type GroupKind = keyof typeof GROUP_KINDS;
export const GROUP_KIND_NAMES = Object.keys(GROUP_KINDS) as [GroupKind, ...GroupKind[]];

/** The kinds of groups whose visits are those of automation. */
export const AUTOMATION_KINDS = GROUP_KIND_NAMES.filter(
  (kind) => kind !== 'undecided' && kind !== 'people',
);

const total = (what: string) => z.int().min(0).describe(`number of different ${what}`);

/** A group of visitors of a website on a UTC day that were judged alike. */
export const visitorGroupSchema = z.object({
  date: z.iso.date().describe('UTC day'),
  kind: z
    .enum(GROUP_KIND_NAMES)
    .describe(GROUP_KIND_NAMES.map((kind) => `\`${kind}\`: ${GROUP_KINDS[kind]}`).join('; ')),
  merged: z
    .int()
    .min(1)
    .describe('how many groups of the kind this is: those with the fewest visits of a day are one'),
  visits: visits('visits of its visitors'),
  error_visits: visits('those of them that were answered with a status of 400 or more'),
  visitors: visits('different pairs of address and agent'),
  first_seen: z.iso.datetime().describe('first request, ISO 8601, UTC'),
  last_seen: z.iso.datetime().describe('last request, ISO 8601, UTC'),
  networks: z
    .array(z.object({ network: z.string(), visits: visits('visits from it') }))
    .describe(
      'the networks (/24 or /48) with the most visits, at most five; none with `IP_STORAGE=none`, and for undecided visitors and people',
    ),
  networks_total: total('networks'),
  agents: z
    .array(z.object({ user_agent: z.string(), visits: visits('visits with it') }))
    .describe(
      'the agents with the most visits, at most five; none for undecided visitors and people',
    ),
  agents_total: total('agents'),
  pages: z
    .array(z.object({ path: z.string(), visits: visits('visits to it') }))
    .describe('the pages with the most visits, at most five'),
  pages_total: total('pages'),
  status_codes: z
    .array(z.object({ status_code: z.int(), visits: visits('visits answered with it') }))
    .describe('the status codes with the most visits, at most five'),
  reasons: z
    .array(
      z.object({
        signal: z.string().describe('name of the signal'),
        why: z.string().describe('what these visitors did, as the end of a sentence about them'),
        weight: z
          .number()
          .describe(
            'negative for a program, positive for a person; a visitor is judged by the sum',
          ),
        visitors: visits('visitors of the group of whom it is true'),
      }),
    )
    .describe('what the visitors were judged by, what weighed most first, at most ten'),
});
export type VisitorGroupEntry = z.infer<typeof visitorGroupSchema>;

const { date, kind, merged, visitors, agents_total } = visitorGroupSchema.shape;
const browser = z
  .string()
  .nullable()
  .describe('name of the browser that the agent with the most visits is of; null if unknown');

/** What a sentence about a group says of it. */
export const groupFiguresSchema = z.object({
  ...{ kind, merged, visitors, agents_total, browser },
  network: z.string().nullable().describe('the network with the most visits; null if unknown'),
  page: z.string().nullable().describe('the page with the most visits; null if unknown'),
});
export type GroupFigures = z.infer<typeof groupFiguresSchema>;

/** A group as the API tells it. */
export const toldGroupSchema = z.object({
  ...{ date, kind, text: z.string().describe('the group in one sentence'), browser },
  ...visitorGroupSchema.shape,
});
export type ToldGroup = z.infer<typeof toldGroupSchema>;
