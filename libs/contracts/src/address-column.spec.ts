import { someAddresses } from '@app/testing';
import {
  addressAt,
  addressTextAt,
  addressTexts,
  createAddresses,
  isNetworkAt,
  packAddresses,
  selectAddresses,
  setAddress,
  sliceAddresses,
} from './address-column.js';
import { addressNumbers } from './address-numbers.js';
import { storedAddress } from './address.js';

/** Whole addresses of all kinds, and as many networks. */
function someColumns(): (string | null)[][] {
  const whole = someAddresses(60);
  return [whole, whole.map((address) => storedAddress(address, 'truncated'))];
}

it('gives back addresses and networks as they were', () => {
  for (let round = 0; round < 100; round++) {
    for (const texts of someColumns()) {
      const column = packAddresses(texts);
      expect(addressTexts(column)).toEqual(texts);
      texts.forEach((text, row) => {
        expect(addressTextAt(column, row)).toBe(text);
        expect(addressAt(column, row)).toEqual(addressNumbers(text));
      });
    }
  }
});

it('tells what was cut off, as far as a text tells it', () => {
  const texts = [
    ...[null, '192.0.2.0', '192.0.2.10', '0.0.0.0', '2001:db8:1::', '2001:db8:0::'],
    ...['2001:db8::', '2001:db8:1::1', '::'],
  ];
  const column = packAddresses(texts);
  expect(texts.filter((_, row) => isNetworkAt(column, row))).toEqual([
    ...['192.0.2.0', '0.0.0.0', '2001:db8:1::', '2001:db8:0::'],
  ]);
});

it('does not take a whole address for a network when it is set as numbers', () => {
  const column = createAddresses(2);
  setAddress(column, 0, addressNumbers('192.0.2.0'));
  setAddress(column, 1, addressNumbers('2001:db8:1::'));
  expect([isNetworkAt(column, 0), isNetworkAt(column, 1)]).toEqual([false, false]);
  expect(addressTexts(column)).toEqual(['192.0.2.0', '2001:db8:1::']);
});

it('sets a row again, and keeps nothing of what it had', () => {
  const column = packAddresses(['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8']);
  setAddress(column, 0, addressNumbers('192.0.2.1'));
  setAddress(column, 1, null);
  expect(column).toEqual(packAddresses(['192.0.2.1', null]));
});

it('selects rows, and slices them', () => {
  for (const texts of someColumns()) {
    const column = packAddresses(texts);
    const rows = [3, 3, 59, 0];
    const selected = selectAddresses(column, rows);
    expect(selected).toEqual(packAddresses(rows.map((row) => texts[row] ?? null)));
    selected.words.fill(0);
    expect(addressTexts(sliceAddresses(column, 7, 31))).toEqual(texts.slice(7, 31));
    expect(addressTexts(column)).toEqual(texts);
  }
});

it('refuses a text that is no canonical address', () => {
  for (const text of ['', 'x', '192.0.2.1:80'])
    expect(() => packAddresses([text])).toThrow('An address is not canonical');
});
