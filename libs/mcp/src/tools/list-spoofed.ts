import { spoofedEntrySchema } from '@app/contracts';
import { z } from 'zod';
import { BOTS, LIMIT, VISITORS } from '../arguments.js';
import { tool } from '../tool.js';

export const LIST_SPOOFED = tool({
  name: 'list_spoofed',
  title: 'Spoofed visits by network',
  description:
    'Lists who pretends to be a bot, and from where: visits under the name of a bot whose operator publishes all its addresses, from other addresses, by claimed bot and network, most visits first.',
  reads: 'report',
  path: 'spoofed',
  input: { ...BOTS, ...VISITORS, ...LIMIT },
  list: 'spoofed',
  output: { spoofed: z.array(spoofedEntrySchema) },
});
