import { checkRows } from './check-rows.js';

const isEven = (number: number) => expect(number % 2).toBe(0);
const messageOf = (checked: Promise<void>) =>
  checked.then(
    () => '',
    (error: Error) => error.message,
  );

it('passes when every row passes', () => checkRows([2, 4], isEven));

it('shows every row that fails, with the expected and the received value', async () => {
  const message = await messageOf(checkRows([1, 2, 3], isEven, (number) => `number ${number}`));
  expect(message).toMatch(/^2 of 3 rows failed\n\n● number 1\n/);
  expect(message).toContain('● number 3\n');
  expect(message).not.toContain('number 2');
  expect(message).toMatch(/Expected: .*0.*\n\s+Received: .*1/);
  expect(message).toMatch(/at \S+check-rows\.spec\.ts:3\n/);
});

it('waits for checks that take time', async () => {
  const later = async (text: string) => {
    await Promise.resolve();
    throw new Error(`no ${text}`);
  };
  expect(await messageOf(checkRows([['a', 1]], ([text]) => later(String(text))))).toMatch(
    /● \[ 'a', 1 \]\n {4}no a\n/,
  );
});

it('fails without rows, because nothing was checked', async () => {
  expect(await messageOf(checkRows([], isEven))).toMatch(/no rows/);
});
