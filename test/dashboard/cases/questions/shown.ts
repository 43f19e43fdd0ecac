// What a reader sees of a table, and how its numbers are compared with those of the API.
import type { Locator } from 'playwright-core';
import { get } from '../../../support/http.js';
import type { Reading } from '../../../support/reports.js';

/** A row as it is seen: the text of each cell by the title of its column. */
export type ShownRow = Readonly<Record<string, string>>;

/** The rows of a table without the columns that gave way, and without what a row opened to. */
export async function shownRows(table: Locator): Promise<ShownRow[]> {
  await table.locator('tbody tr').first().waitFor();
  const titles = await table.locator(':scope > thead th:visible').allInnerTexts();
  const rows = await table.locator(':scope > tbody > tr:visible:not(:has(> td[colspan]))').all();
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.locator('> th:visible, > td:visible').allInnerTexts();
      return Object.fromEntries(titles.map((title, at) => [title, inOneLine(cells[at] ?? '')]));
    }),
  );
}

export const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Those columns of rows that are named, in this order. */
export const columns = (rows: readonly ShownRow[], ...titles: string[]): string[][] =>
  rows.map((row) => titles.map((title) => row[title] ?? `there is no column ${title}`));

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** What a cell says that has a name, and something small beside it. */
export const named = (name: string, beside = ''): unknown =>
  expect.stringMatching(new RegExp(`^${literally(name)} ?${literally(beside)}`));

/** The count in a cell, behind its change. */
export const countIn = (cell: string | undefined): string => cell?.split(' ').pop() ?? '';

/** Expects that a cell begins with the change of a count, as a percentage or in a word. */
export function expectChange(cell: string | undefined, now: number, before: number): void {
  const [shown = ''] = cell?.split(' ') ?? [];
  if (before === 0) return expect([shown, now]).toEqual([now === 0 ? '±0%' : 'new', now]);
  const factor = /^×(?<times>[\d,]+)$/.exec(shown)?.groups?.times;
  if (factor) return expect(numberIn(factor)).toBe(Math.round(now / before));
  expect(shown).toMatch(/^[+±-]?\d+%$/);
  expectRounded(shown.replace('±', ''), 100 * (now / before - 1));
}

/** Expects a percentage, which is rounded to a whole one or finer. */
export function expectRounded(shown: string, exact: number): void {
  expect(Math.abs(Number.parseFloat(shown) - exact)).toBeLessThanOrEqual(0.501);
}

export const numberIn = (text: string): number => Number(text.replace(/[^\d.-]/g, ''));

/** Reads what no other reader of reports has. */
export async function readData<Data>(reading: Reading, path: string): Promise<Data> {
  const { status, body } = await get(reading.base, path, reading.apiKey);
  expect([path, status]).toEqual([path, 200]);
  return body.data as Data;
}

/** The view that a link of the header leads to, and the view that a tab below it shows. */
export const view = (name: string) => ({ of: 'Views', name });
export const tab = (group: string, name: string) => ({ of: `Views of ${group}`, name });
