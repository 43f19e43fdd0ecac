// The tour of what is wrong: the list on the overview, and where its lines lead.
import { currentAddress } from '../browser/address.js';
import { faultsOfLook } from '../browser/accessibility.js';
import { settled } from '../browser/settled.js';
import { signedIn } from '../browser/sign-in.js';
import { Visitor } from '../browser/visitor.js';
import type { Stage } from '../stage.js';
import { get } from '../../support/http.js';
import { makeOdd, makeUsual } from '../../support/odd-website.js';
import { pageWords } from '../page-words.js';
import type { Tenant } from '../../support/system-on-queue.js';

export function tour(stage: () => Stage): void {
  async function open(tenant: Tenant, base = stage().system.base) {
    const { browser } = stage();
    const storageState = await signedIn(browser, base, tenant.apiKey);
    const visitor = await Visitor.come(browser, base, { storageState });
    const page = await visitor.open('');
    const list = page.getByRole('region', { name: 'Insights' });
    await list.waitFor();
    await settled(page, visitor);
    return { visitor, page, list };
  }

  describe('the tour of what is wrong', () => {
    it('says what the API says, and each line leads to what it is about', async () => {
      const { system } = stage();
      const tenant = await system.createTenant();
      await makeOdd(system, tenant);
      const answer = await get(
        system.base,
        `/websites/${tenant.website.public_id}/findings`,
        tenant.apiKey,
      );
      const { findings } = answer.body.data as { findings: object[] };
      const { visitor, page, list } = await open(tenant);
      const { findingInWords } = await pageWords();
      expect(await list.getByRole('link').allInnerTexts()).toEqual(
        findings.map((finding) => findingInWords(finding)),
      );
      expect(await faultsOfLook(page, 'tour')).toEqual([]);
      const follow = async (text: RegExp) => {
        await list.getByRole('link', { name: text }).click();
        await settled(page, visitor);
        return page.getByRole('main').innerText();
      };
      const failing = await follow(/^\/old answered/);
      expect(await currentAddress(page)).toMatch(/view=pages.*exact_path=\/old$/);
      expect(failing).toContain('/old');
      await page.goBack();
      await list.waitFor();
      const stopped = await follow(/^Bytespider has not come/);
      expect(await currentAddress(page)).toMatch(/view=bots.*period=last_30_days&bot=Bytespider$/);
      expect(stopped).toContain('Bytespider');
      await page.goBack();
      await list.waitFor();
      expect(await follow(/in the name of GPTBot/)).toContain('42');
      expect(await currentAddress(page)).toMatch(/view=spoofed.*bot=GPTBot$/);
      // What is worth a look is that of the days which are shown: nothing of days on which nobody came.
      await page.goto('./?start_date=2020-02-01&end_date=2020-02-02');
      await page.getByRole('heading', { name: /^No visits in / }).waitFor();
      await settled(page, visitor);
      expect(await list.getByRole('link').count()).toBe(0);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('says that nothing is odd', async () => {
      const { system } = stage();
      const tenant = await system.createTenant();
      await makeUsual(system, tenant);
      const base = await system.startApi({ VERIFY_LISTS: 'off' });
      const { visitor, list } = await open(tenant, base);
      await list.getByText('Nothing odd in the last seven days.').waitFor();
      expect(await list.getByRole('link').count()).toBe(0);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}
