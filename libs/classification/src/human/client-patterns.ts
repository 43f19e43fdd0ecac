import { UAParser } from 'ua-parser-js';
import { firstMatch, patternTable, type PatternTable } from '../patterns/quick-pattern.js';

/** Patterns in even places, and in the place behind them what is read when one of them matches. */
type PatternList = readonly unknown[];

/**
 * What ua-parser-js reads from a match, one rule for each group of the pattern: the name of a
 * property, which is the text of the group; or a list of this name and a value, or of this name and
 * what is done to the text: a function and its argument, or a pattern and what replaces it.
 */
type Rule = string | readonly [name: string, ...how: unknown[]];
type Change = (text: string, argument?: unknown) => string | undefined;

/** Reads the one property that is asked for from a match. */
type ReadProperty = (match: RegExpExecArray) => string | undefined;

function readerOf(rules: readonly Rule[], property: string): ReadProperty {
  const group = 1 + rules.findIndex((rule) => nameOf(rule) === property);
  const rule = rules[group - 1];
  if (rule === undefined) return () => undefined;
  if (typeof rule === 'string') return (match) => match[group] || undefined;
  const [, how, argument] = rule;
  if (typeof how === 'string') return () => how;
  const change: Change =
    how instanceof RegExp ? (text) => text.replace(how, argument as string) : (how as Change);
  return (match) => {
    const text = match[group];
    return text ? change(text, argument) : undefined;
  };
}

function nameOf(rule: Rule): string {
  return typeof rule === 'string' ? rule : rule[0];
}

/**
 * Stands in the place of an extension of ua-parser-js, which is a list that it joins with its own
 * list by `concat`. This one takes that list.
 */
class ListTaker {
  readonly length = 0;
  taken: PatternList = [];

  concat(list: PatternList): PatternList {
    this.taken = list;
    return list;
  }

  tableOf(property: string): PatternTable<ReadProperty> {
    return patternTable(
      this.taken.flatMap((patterns, place) => {
        if (place % 2 === 1) return [];
        const read = readerOf(this.taken[place + 1] as Rule[], property);
        return (patterns as RegExp[]).map((pattern) => [pattern, read] as const);
      }),
    );
  }
}

interface Tables {
  readonly browser: PatternTable<ReadProperty>;
  readonly os: PatternTable<ReadProperty>;
  readonly deviceType: PatternTable<ReadProperty>;
}

/** Is made for the first user agent, because many programs load this library and judge nobody. */
let made: Tables | undefined;

function makeTables(): Tables {
  const [browser, os, device] = [new ListTaker(), new ListTaker(), new ListTaker()];
  UAParser('', { browser, os, device });
  return {
    browser: browser.tableOf('name'),
    os: os.tableOf('name'),
    deviceType: device.tableOf('type'),
  };
}

/** What ua-parser-js reads from a user agent here; null where it finds nothing. */
export interface ReadClient {
  readonly browser: string | null;
  readonly os: string | null;
  readonly deviceType: string | null;
}

/** ua-parser-js reads so many characters. */
const MOST_READ = 500;

/**
 * Reads what ua-parser-js would read, with its patterns, of which only those are tried that can match
 * the user agent, and without what nobody asks for here, such as versions and models.
 */
export function readClient(userAgent: string): ReadClient {
  const { browser, os, deviceType } = (made ??= makeTables());
  const text = userAgent.length > MOST_READ ? userAgent.trimStart().slice(0, MOST_READ) : userAgent;
  return {
    browser: read(browser, text),
    os: read(os, text),
    deviceType: DESKTOP.test(userAgent) ? null : read(deviceType, text),
  };
}

function read(table: PatternTable<ReadProperty>, text: string): string | null {
  const found = firstMatch(table, text);
  return found?.meaning(found.match) ?? null;
}

/**
 * A desktop has no kind of device, unless its user agent has a word of one. This is asked first,
 * because the patterns of devices are the most expensive ones.
 */
const DESKTOP =
  /^Mozilla\/[45]\.0 \((?:Windows|Macintosh|X11|compatible; MSIE [\d.]+; Windows NT)(?!.*(?:tv|mobile|phone|tablet|android|playstation|nintendo|xbox|quest|oculus|pico|pad|\bvr\b|box|kindle|silk|touch|lumia|nokia|tizen|web0s|watch|glass|embedded|mobi|mini|bot|crawler|slurp|aspect|galaxy|nexus|pixel|chromecast|crkey|tesla|\blg\b|linux (?!x86_64|i\d86)))/i;
