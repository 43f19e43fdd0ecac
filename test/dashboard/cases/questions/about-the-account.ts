// Questions about what one takes along, is told, and shows to others.
import { type Alert, ALERT_KINDS, type Share } from '@app/contracts';
import { readSummary } from '../../../support/reports.js';
import { pageWords } from '../../page-words.js';
import { downloaded, inFull, panel } from '../numbers.js';
import type { Question } from './question.js';
import { readData, view } from './shown.js';

const PARTS_OF_SETTINGS = 'Parts of the settings';

export const ABOUT_THE_ACCOUNT: readonly Question[] = [
  {
    asked: 'How do I get everything out?',
    steps: [view('Settings'), { of: PARTS_OF_SETTINGS, name: 'Export' }],
    answer: async (page, reading) => {
      const part = panel(page, 'Export example.com');
      await part.getByRole('link', { name: 'All visits as CSV' }).waitFor();
      // What the link gives is one click further, and is all that there is.
      const lines = (await downloaded(page, 'All visits as NDJSON')).trim().split('\n');
      const { total_visits: visits } = await readSummary(reading, 'period=last_30_days');
      expect(lines).toHaveLength(visits);
      return { part, says: `two links: ${inFull(lines.length)} visits as NDJSON or CSV` };
    },
  },
  {
    asked: 'Can it tell me when something changes?',
    steps: [view('Alerts'), { of: 'Parts of the alerts', name: 'Alerts' }],
    answer: async (page, reading) => {
      const path = `/websites/${reading.id}/alerts`;
      const { alerts } = await readData<{ alerts: Alert[] }>(reading, path);
      const part = panel(page, 'Alerts of example.com');
      const items = part.getByRole('listitem').locator('b');
      const { alertInWords } = await pageWords();
      expect(await items.allInnerTexts()).toEqual(alerts.map(alertInWords));
      expect(alerts.length).toBeGreaterThan(1);
      const form = part.getByRole('form', { name: 'Make an alert' });
      const kinds = form.getByLabel('What to tell').locator('option');
      expect(await kinds.count()).toBe(ALERT_KINDS.length);
      await form.getByRole('button', { name: 'Make the alert' }).waitFor();
      const says = `${alerts.length} alerts, and a form for another one of ${ALERT_KINDS.length} kinds`;
      return { part, says };
    },
  },
  {
    asked: 'How does a colleague see this without a key?',
    steps: [view('Settings'), { of: PARTS_OF_SETTINGS, name: 'Shared links' }],
    answer: async (page, reading) => {
      const path = `/websites/${reading.id}/shares`;
      const { shares } = await readData<{ shares: Share[] }>(reading, path);
      const part = panel(page, 'Shared links of example.com');
      const items = await part.getByRole('listitem').allInnerTexts();
      expect(items.map((text) => text.split('\n')[0])).toEqual(shares.map(({ name }) => name));
      expect(items[0]).toContain(`token ${shares[0]?.first4}…`);
      await part.getByRole('button', { name: 'Make a shared link' }).waitFor();
      return {
        part,
        says: `${shares.length} link, for ${shares[0]?.name}, and a form for another one`,
      };
    },
  },
];
