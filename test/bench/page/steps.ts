// The clicks that lead to each view.
import type { Page } from 'playwright-core';

export interface Step {
  /** The view to which it leads. */
  name: string;
  /** Where it begins, in addition to website and period. */
  from: string;
  click: (page: Page) => Promise<void>;
}

const FIRST = 'Overview';

const link = (name: string) => (page: Page) =>
  page.getByRole('link', { name, exact: true }).first().click();
/** A view that is not the first one of its group. */
const viewOf = (group: string, name: string): Step => ({
  ...{ name, from: '' },
  click: async (page) => {
    await link(group)(page);
    await link(name)(page);
  },
});
const firstRow = (page: Page) =>
  page.getByRole('main').getByRole('row').getByRole('link').first().click();

/** What no link of the header leads to. */
const INSIDE: readonly Step[] = [
  viewOf('Pages', 'Responses'),
  viewOf('Trust', 'Robots.txt'),
  viewOf('Sources', 'Hosts'),
  viewOf('Sources', 'Countries'),
  { name: 'New bots', from: '&view=bots', click: link('New in this period') },
  { name: 'a bot', from: '&view=bots', click: firstRow },
  { name: 'Pages never read by AI', from: '&view=pages', click: link('Never read by AI') },
  { name: 'a page', from: '&view=pages', click: firstRow },
];

/** Returns the steps to every group of views of a page that is open, and to what is inside some of them. */
export async function stepsOf(page: Page): Promise<Step[]> {
  const tabs = await page
    .getByRole('navigation', { name: 'Views', exact: true })
    .getByRole('link')
    .all();
  const names = await Promise.all(tabs.map((tab) => tab.innerText()));
  return [
    ...names.map((name) => ({
      name,
      from: name === FIRST ? '&view=pages' : '',
      click: link(name),
    })),
    ...INSIDE,
  ];
}

/** Asks again for all that is shown, as the page does every 30 seconds. */
export async function refresh(page: Page): Promise<void> {
  await page.getByTitle('Settings', { exact: true }).click();
  await page.getByRole('button', { name: 'Refresh now' }).click();
}
