import { classify } from '@app/classification';
import { addressNumbers } from '@app/contracts';
import { CHROME } from '@app/testing';
import { ADDRESS_LISTS } from './address-lists.js';
import { compileLists } from './compile-lists.js';
import { verdict } from './verdict.js';

const FETCHED = '2026-05-05';
const LISTED = '192.0.2.1';
/** A public address that is in none of the lists. */
const ELSEWHERE = '9.9.9.10';

// A host in the header Signature-Agent is a claim that anybody can make, like a user agent.
it.each([
  ['chatgpt.com', 'chatgpt-user', 'verified: in_list', 'unverifiable: list_incomplete'],
  [
    'assistbot.duckduckgo.com',
    'duckassistbot',
    'verified: in_list',
    'spoofed: outside_complete_list',
  ],
  ['www.browserbase.com', 'chatgpt-user', 'unverifiable: no_list', 'unverifiable: no_list'],
])('the claim of %s is judged by the address alone', (host, id, listed, elsewhere) => {
  const own = ADDRESS_LISTS.filter((list) => list.id === id);
  const lists = compileLists([{ id, fetchedAt: FETCHED, prefixes: [`${LISTED}/32`] }], own);
  const claimed = classify(CHROME, host);
  const judged = (address: string) => {
    if (claimed.kind === 'human') throw new Error(`${host} names nobody`);
    const claim = { bot: claimed.bot, address: addressNumbers(address), time: Date.parse(FETCHED) };
    const { verification, reason } = verdict(claim, lists);
    return `${verification}: ${reason}`;
  };
  expect([judged(LISTED), judged(ELSEWHERE)]).toEqual([listed, elsewhere]);
});
