import { currentAddress } from '../browser/address.js';
import { ODD_PATHS } from '../data.js';
import { openView, type Stage } from '../stage.js';
import { rowsOf } from './numbers.js';

export function oddTexts(stage: () => Stage): void {
  it('shows names and paths of strangers as text and as nothing else', async () => {
    const visitor = await stage().reader();
    const website = stage().odd.public_id;
    for (const view of ['overview', 'bots', 'pages']) {
      const page = await openView(stage(), visitor, { website, view });
      expect(await page.title()).toContain('odd.example');
      expect(await page.locator('main :is(img, script, b b, iframe)').count()).toBe(0);
      expect(await page.evaluate('document.scripts.length')).toBe(1);
      await page.close();
    }
    const page = await openView(stage(), visitor, { website, view: 'pages' });
    const shown = (await rowsOf(page.getByRole('table'))).map(([path]) => path);
    const asShown = (path: string) => path.replace('\u202e', '\\u202e').replace(/ +/g, ' ');
    expect(shown.sort()).toEqual(ODD_PATHS.map(asShown).sort());
    for (const path of ODD_PATHS) {
      const row = page
        .getByRole('row')
        .filter({ has: page.getByTitle(asTitle(path), { exact: true }) });
      await row.getByRole('link').click();
      expect(new URL(await currentAddress(page)).searchParams.get('exact_path')).toBe(path);
      await page.getByRole('region', { name: asTitle(path), exact: true }).waitFor();
      await page.goBack();
      await page.getByRole('table', { name: 'Pages: Read by bots' }).waitFor();
    }
    expect(visitor.takeFaults()).toEqual([]);
    await visitor.leave();
  });

  const asTitle = (path: string) => path.replace('\u202e', '\\u202e');
}
