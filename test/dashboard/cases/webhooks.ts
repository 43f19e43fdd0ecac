// Webhooks in the settings: what is made there is told of events, and what is shown is what the API
// has. The receivers are real servers.
import type { DeliveryDocument, WebhookDocument } from '@app/contracts';
import { eventually, type Receiver, startReceiver } from '@app/testing';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { currentAddress } from '../browser/address.js';
import { get, send } from '../../support/http.js';
import type { Tenant } from '../../support/system-on-queue.js';
import { faultsOfLook } from '../browser/accessibility.js';
import { settled } from '../browser/settled.js';
import { signedIn } from '../browser/sign-in.js';
import { Visitor } from '../browser/visitor.js';
import type { Stage } from '../stage.js';
import { panel } from './numbers.js';

export function webhooks(stage: () => Stage): void {
  let tenant: Tenant;
  let receiver: Receiver;
  beforeEach(async () => {
    [tenant, receiver] = await Promise.all([stage().system.createTenant(), startReceiver()]);
  });
  afterEach(() => receiver.close());

  async function open(apiKey = tenant.apiKey, base = stage().system.base): Promise<Opened> {
    const { browser } = stage();
    const storageState = await signedIn(browser, base, apiKey);
    const visitor = await Visitor.come(browser, base, { storageState });
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await visitor.open('./?view=settings&tab=webhooks');
    await settled(page, visitor);
    return { visitor, page, secret: () => panel(page, 'New secret').locator('code').innerText() };
  }

  const ask = async <Data>(path: string) =>
    (await get(stage().system.base, path, tenant.apiKey)).body.data as Data;
  const all = async () => (await ask<{ webhooks: WebhookDocument[] }>('/webhooks')).webhooks;
  const sent = async (id: string) =>
    (await ask<{ deliveries: DeliveryDocument[] }>(`/webhooks/${id}/deliveries`)).deliveries;

  async function make({ page }: Opened, name: string, url = receiver.url): Promise<void> {
    const form = page.getByRole('form', { name: 'Make a webhook' });
    await form.getByLabel('What it is for').fill(name);
    await form.getByLabel('Address').fill(url);
    await form.getByRole('button', { name: 'Make a webhook' }).click();
  }

  /** What the list of deliveries says of each: what was sent, with which status, what came of it. */
  async function shown(page: Page): Promise<string[]> {
    return panel(page, 'Deliveries').getByRole('listitem').allInnerTexts();
  }

  describe('webhooks', () => {
    it('are made, tested and told of events, and show what came of it', async () => {
      const opened = await open();
      const { visitor, page, secret } = opened;
      await make(opened, 'Chat <b>team</b>');
      const value = await secret();
      await page.getByRole('button', { name: 'Copy the secret of Chat' }).click();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(value);
      expect(await faultsOfLook(page, 'webhooks-made')).toEqual([]);
      const [made] = await all();
      expect(made).toMatchObject({ name: 'Chat <b>team</b>', url: receiver.url, kinds: null });
      const id = made?.id ?? '';

      receiver.answer = (response) => response.writeHead(500).end();
      await page.getByRole('button', { name: 'Test Chat' }).click();
      await panel(page, 'Deliveries').getByText('status 500').waitFor();
      expect(await page.content()).toContain(value);
      receiver.answer = (response) => response.writeHead(202).end();
      await page.getByRole('button', { name: 'Replay Test' }).click();
      await panel(page, 'Deliveries').getByText('status 202').waitFor();
      await stage().system.database.pool.query(
        `INSERT INTO events (public_id, account_id, website_id, kind, subject, cause, opened_at, seen_at, figures)
         VALUES ('ev_hook' || $1::integer, $1, $2, 'errors', '/a', 'a', now(), now(), '{"visits":40,"error_visits":38,"share":0.95}')`,
        [tenant.account.id, tenant.website.id],
      );
      await eventually(() => expect(receiver.received).toHaveLength(3));
      for (const { body, headers } of receiver.received)
        expect(() => new Webhook(value).verify(body, headers)).not.toThrow();
      await eventually(async () => expect((await sent(id))[0]?.state).toBe('delivered'));
      await page.reload();
      await settled(page, visitor);
      expect(await page.content()).not.toContain(value);
      const deliveries = await sent(id);
      expect(await shown(page)).toEqual(
        deliveries.map(({ type, status, state, duration_ms }): unknown =>
          expect.stringMatching(
            new RegExp(
              `^${type === 'test' ? 'Test' : 'Errors: opened'}\\s*status ${status}\\s[^]* · ${state} .*?${duration_ms} ms`,
            ),
          ),
        ),
      );
      expect(await faultsOfLook(page, 'webhooks-deliveries')).toEqual([]);
      expect(await currentAddress(page)).toMatch(new RegExp(`view=settings&tab=${id}$`));
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('are changed, rotated, disabled, enabled and deleted', async () => {
      const opened = await open();
      const { visitor, page, secret } = opened;
      await make(opened, 'Chat');
      const first = await secret();
      await page.getByRole('button', { name: 'Change Chat' }).click();
      const change = page.getByRole('form', { name: 'Change Chat' });
      await change.getByLabel('What it is for').fill('Pager');
      for (const kind of ['A new bot', 'A disabled webhook'])
        await change.getByLabel(kind).uncheck();
      expect(await faultsOfLook(page, 'webhooks-change')).toEqual([]);
      await change.getByRole('button', { name: 'Save' }).click();
      const item = page.getByRole('listitem').filter({ hasText: 'Pager' });
      await item.waitFor();
      const [changed] = await all();
      expect(changed).toMatchObject({ name: 'Pager', url: receiver.url });
      expect(changed?.kinds).toEqual([
        ...['unusual_visits', 'errors', 'spoofed', 'feed_silent', 'feed_rejects', 'dead_entries'],
        'robots_disobeyed',
        'coverage_below',
        'automation_above',
        'fleet_begun',
        'brute_force',
      ]);

      await item.getByRole('button', { name: 'Rotate Pager' }).click();
      await item.getByLabel('How long the old secret works').selectOption('3600');
      await item.getByRole('button', { name: 'Make the new secret' }).click();
      await item.getByText('the old secret works until').waitFor();
      const second = await secret();
      expect([second.slice(0, 6), second === first]).toEqual(['whsec_', false]);
      await page.getByRole('button', { name: 'I have it' }).click();
      expect(await page.content()).not.toContain(second);

      await item.getByRole('button', { name: 'Disable Pager' }).click();
      await item.getByRole('button', { name: 'Enable Pager' }).waitFor();
      expect((await all())[0]?.disabled_because).toBe('asked');
      await item.getByRole('button', { name: 'Enable Pager' }).click();
      await item.getByRole('button', { name: 'Disable Pager' }).waitFor();
      expect((await all())[0]?.disabled_at).toBeNull();
      await item.getByRole('button', { name: 'Delete Pager' }).click();
      await item.getByRole('button', { name: 'Delete it' }).click();
      await page.getByText('Nobody is told of events.').waitFor();
      expect(await all()).toEqual([]);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('say what is missing, and offer nothing to whoever may only read', async () => {
      const { system } = stage();
      const base = await system.startApi({ SECRET_KEY: '' });
      const opened = await open(tenant.apiKey, base);
      await make(opened, 'Chat');
      const form = opened.page.getByRole('form', { name: 'Make a webhook' });
      const said = form.getByRole('alert').getByText('SECRET_KEY');
      expect(await said.innerText()).toBe(
        'Secrets of webhooks cannot be kept here: the operator of the service must set SECRET_KEY.',
      );
      expect(opened.visitor.takeFaults().filter((fault) => !fault.includes('503'))).toEqual([]);
      await opened.visitor.leave();

      await send(system.base, tenant.apiKey, 'POST /webhooks', { name: 'w', url: receiver.url });
      const body = { name: 'r', scope: 'read' };
      const key = await send(system.base, tenant.apiKey, 'POST /keys', body);
      const { page, visitor } = await open(key.body.data.key);
      await page.getByRole('link', { name: 'Deliveries to w' }).click();
      await page.getByText('Nothing was sent in the last 30 days.').waitFor();
      expect(await page.getByRole('main').getByRole('button').allInnerTexts()).toEqual([]);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}

interface Opened {
  visitor: Visitor;
  page: Page;
  /** The secret that is shown. */
  secret: () => Promise<string>;
}
