// The clicks that lead to each view.
import type { Page } from 'playwright-core';

export interface Step {
  /** The view to which it leads. */
  name: string;
  /** Where it begins, in addition to website and period. */
  from: string;
  click: (page: Page) => Promise<void>;
}

const link = (name: string) => (page: Page) =>
  page.getByRole('link', { name, exact: true }).first().click();
const firstRow = (page: Page) =>
  page.getByRole('main').getByRole('row').getByRole('link').first().click();

export const STEPS: readonly Step[] = [
  { name: 'Overview', from: '&view=pages', click: link('Overview') },
  { name: 'Bots', from: '', click: link('Bots') },
  { name: 'New bots', from: '&view=bots', click: link('New in this period') },
  { name: 'a bot', from: '&view=bots', click: firstRow },
  { name: 'Pages', from: '', click: link('Pages') },
  { name: 'Pages never read by AI', from: '&view=pages', click: link('Never read by AI') },
  { name: 'a page', from: '&view=pages', click: firstRow },
];
