import { PAGES } from '../server/pages.js';
import { readPages } from './people.js';
import type { Persona } from './persona.js';

const PLAIN = ['plain', 'cached'] as const;

/** Browsers that a program drives. */
export const DRIVEN: readonly Persona[] = [
  {
    name: 'driven: all pages, at once',
    label: 'automation',
    websites: PLAIN,
    act: async (guest) => {
      for (const path of PAGES) await guest.goTo(path);
    },
  },
  {
    name: 'driven: all pages, without pictures and styles',
    label: 'automation',
    websites: PLAIN,
    isSparse: true,
    act: async (guest) => {
      for (const path of PAGES) await guest.goTo(path);
    },
  },
  {
    name: 'driven: one page',
    label: 'automation',
    websites: PLAIN,
    act: async (guest) => guest.goTo('/prices/'),
  },
  {
    name: 'driven: all pages, slowly',
    label: 'automation',
    websites: PLAIN,
    act: async (guest) => {
      for (const path of PAGES) {
        await guest.goTo(path);
        await guest.read(3, 6);
      }
    },
  },
  {
    name: 'driven: like a person',
    label: 'automation',
    websites: PLAIN,
    act: readPages,
  },
  {
    name: 'driven: says that it has no window',
    label: 'automation',
    websites: PLAIN,
    isHeadless: true,
    act: readPages,
  },
];
