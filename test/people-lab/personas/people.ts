import { MAIL, type WebsiteName } from '../server/websites.js';
import { VIEWS } from '../server/pages.js';
import type { Guest } from './guest.js';
import type { Persona } from './persona.js';

/** Websites with pages that are read one after the other. */
export const WITH_PAGES: readonly WebsiteName[] = [
  ...(['plain', 'silent', 'cached', 'cachedSilent', 'worker', 'ahead'] as const),
];

/** Comes from another website and reads some pages. */
export async function readPages(guest: Guest): Promise<void> {
  await guest.comeFromSearch('/');
  await guest.read();
  for (const path of ['/about/', '/news/1/', '/prices/']) {
    await guest.follow(path);
    await guest.read();
  }
}

async function readViews(guest: Guest): Promise<void> {
  await guest.comeFromSearch('/');
  for (const view of VIEWS.slice(1)) {
    await guest.read();
    await guest.follow(`/${view}`);
  }
  await guest.tab.back();
  await guest.read();
}

/** Reads other pages than on the day before, with all files in the cache. */
async function readMore(guest: Guest): Promise<void> {
  await guest.goTo('/');
  await guest.read();
  for (const path of ['/news/2/', '/news/3/', '/contact/']) {
    await guest.follow(path);
    await guest.read();
  }
}

async function showPicture(guest: Guest, policy: string): Promise<void> {
  const picture = guest.addressOf('/mail/banner.png');
  await guest.tab.visit(`https://${MAIL}/?${new URLSearchParams({ picture, policy }).toString()}`);
}

/** People. What they do is done by the laboratory, but nothing of it differs from what people do. */
export const PEOPLE: readonly Persona[] = [
  {
    name: 'reads four pages',
    label: 'person',
    websites: WITH_PAGES,
    act: async (guest) => {
      await readPages(guest);
      await guest.nextDay('… comes again');
      await readMore(guest);
    },
  },
  {
    name: 'reads one page',
    label: 'person',
    websites: WITH_PAGES,
    act: async (guest) => {
      await guest.comeFromSearch('/news/4/');
      await guest.read();
      await guest.nextDay('… comes again to one');
      await guest.goTo('/news/4/');
      await guest.read();
    },
  },
  {
    name: 'opens tabs',
    label: 'person',
    websites: WITH_PAGES,
    act: async (guest) => {
      await guest.goTo('/');
      await guest.read();
      for (const path of ['/news/5/', '/news/6/', '/news/7/']) await guest.followInNewTab(path);
      await guest.read();
    },
  },
  {
    name: 'goes back and reloads',
    label: 'person',
    websites: WITH_PAGES,
    act: async (guest) => {
      await guest.comeFromSearch('/');
      await guest.read();
      await guest.follow('/about/');
      await guest.read();
      await guest.tab.back();
      await guest.read(2, 10);
      await guest.tab.reload();
      await guest.read();
    },
  },
  {
    name: 'looks at views',
    label: 'person',
    websites: ['app'],
    share: 2,
    act: async (guest) => {
      await readViews(guest);
      await guest.nextDay('… comes again to a view');
      await guest.goTo('/tides');
      await guest.read();
      await guest.follow('/map');
      await guest.read();
    },
  },
  {
    name: 'looks at one view',
    label: 'person',
    websites: ['app'],
    act: async (guest) => {
      await guest.goTo('/map');
      await guest.read();
    },
  },
  {
    name: 'picture in mail',
    label: 'person',
    websites: ['letter'],
    share: 5,
    act: async (guest) => showPicture(guest, ''),
  },
  {
    name: 'picture in mail, no referer',
    label: 'person',
    websites: ['letter'],
    share: 5,
    act: async (guest) => showPicture(guest, 'no-referrer'),
  },
  {
    name: 'comes from mail',
    label: 'person',
    websites: ['letter'],
    act: async (guest) => {
      await showPicture(guest, 'no-referrer');
      await guest.read();
      await guest.goTo('/news/8/');
      await guest.read();
      await guest.follow('/prices/');
      await guest.read();
    },
  },
];
