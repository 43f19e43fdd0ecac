import { AUTOMATION_KINDS, GROUP_KIND_NAMES, toldGroupSchema } from '@app/contracts';
import { listOf } from '../http/answer.js';
import { FORMAT, integer, oneOf } from '../http/parameters.js';
import { type Csv, route } from '../http/route.js';
import { groupsInCells } from './csv-tables.js';
import { BY_UTC_DAYS, NOT_BY_DIMENSION, report } from './report-route.js';

const GROUPS = listOf('groups', toldGroupSchema);
const CSV: Csv = { ...GROUPS.csv, rows: groupsInCells };

export const AUTOMATION_REPORT = route({
  id: 'listAutomation',
  summary: 'Undeclared automation, and why',
  description:
    'Groups of visitors with the agents of browsers that were judged alike, by UTC day: what they have in common, where they came from, what they asked for, and what each was judged by. Every visit of `Undeclared automation` is in one group of its day. Ordered by visits, the highest number first. Groups stay when what visitors did is forgotten, after 48 hours; those of the last two days may change. As CSV, a cell with several values is JSON.',
  ...report('automation', {
    kind: oneOf(GROUP_KIND_NAMES)
      .optional()
      .describe(
        `Only groups of this kind. Default: all of automation (${AUTOMATION_KINDS.map((kind) => `\`${kind}\``).join(', ')}). \`undecided\` and \`people\` tell what these visitors were judged by.`,
      ),
    limit: integer(1, 1_000).default(100).describe('Maximum number of groups.'),
    ...FORMAT,
  }),
  lacks: { ...BY_UTC_DAYS, ...NOT_BY_DIMENSION },
  answer: {
    description: 'The groups.',
    data: GROUPS.data,
    csv: CSV,
    example: {
      groups: [
        {
          date: '2026-11-20',
          kind: 'fleet',
          text: 'One Chrome on 260 addresses: 6,020 visits, counted as automation.',
          browser: 'Chrome',
          merged: 1,
          visits: 6020,
          error_visits: 14,
          visitors: 260,
          first_seen: '2026-11-20T02:11:09.000Z',
          last_seen: '2026-11-20T21:40:12.500Z',
          networks: [{ network: '198.51.100.0/24', visits: 312 }],
          networks_total: 188,
          agents: [
            {
              user_agent:
                'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/103.0.0.0 Safari/537.36',
              visits: 6020,
            },
          ],
          agents_total: 1,
          pages: [{ path: '/', visits: 1204 }],
          pages_total: 811,
          status_codes: [{ status_code: 200, visits: 6006 }],
          reasons: [
            {
              signal: 'fleet',
              why: 'has an agent that came from many addresses, of which hardly one does what readers do',
              weight: -3,
              visitors: 260,
            },
          ],
        },
      ],
    },
  },
});
