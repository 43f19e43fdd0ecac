import { z } from 'zod';
import { ofBrowsers } from './people-counts.js';
import { visits } from './traffic.js';

/** What visitors with a browser came with: a browser, an operating system, or a device. */
export const clientEntrySchema = z.object({
  name: z.string().describe('name; `Unknown` when the user agent does not tell it'),
  visits: visits('visits of browsers that are not known to be of automation'),
  ...ofBrowsers,
});
export type ClientEntry = z.infer<typeof clientEntrySchema>;

/** The browsers, systems and devices of a period, each with most visits first. */
export const clientsSchema = z.object({
  browsers: z.array(clientEntrySchema),
  operating_systems: z.array(clientEntrySchema),
  devices: z.array(clientEntrySchema),
});
export type Clients = z.infer<typeof clientsSchema>;
