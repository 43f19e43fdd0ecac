import { z } from 'zod';

/** A bot of the registry, as it is stored in the database. */
export const knownBotSchema = z.object({
  name: z.string().describe('name of the bot'),
  provider: z.string().describe('operator of the bot'),
  category: z.string().describe('what the bot is for, e.g. `ai_search`'),
  documentation: z
    .string()
    .nullable()
    .describe("address of the operator's page about the bot; null if there is none"),
});
export type KnownBot = z.infer<typeof knownBotSchema>;
