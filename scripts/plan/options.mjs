import { parseArgs } from 'node:util';

/** What was asked for is not possible. The message says what is. */
export class WrongUsage extends Error {
  name = 'WrongUsage';
}

export const FLAVOURS = ['timescale', 'plain', 'citus'];

const OPTIONS = {
  help: { type: 'boolean', short: 'h', default: false },
  'entries-per-second': { type: 'string' },
  websites: { type: 'string', default: '1' },
  'largest-share': { type: 'string' },
  flavour: { type: 'string', default: 'timescale' },
  busy: { type: 'string', default: '60' },
  cores: { type: 'string', default: '8' },
  'retention-days': { type: 'string', default: '30' },
};

export const USAGE = `Usage: npm run plan -- --entries-per-second 1e6 --websites 20000 [options]

Reckons how many machines a load needs, from what was measured (docs/performance.md).

  --entries-per-second 1e6  log entries a second, in the busiest hours
  --websites 20000          websites that share them; by default 1
  --largest-share 10        per cent of the entries that the largest website has; by default 10, or an
                            equal share if that is more
  --flavour timescale       timescale, plain or citus
  --busy 60                 per cent of the processors that may be busy at this rate
  --cores 8                 cores of a machine
  --retention-days 30       days for which raw visits are kept
`;

const USUAL_LARGEST_SHARE = 10;

/**
 * Reads the command line. Shares are 0 to 1 from here on.
 *
 * @throws WrongUsage
 */
export function readOptions(args) {
  const values = parse(args);
  if (values.help) return { help: true };
  const websites = wholeNumber(values, 'websites', 1e9);
  return {
    help: false,
    entriesPerSecond: number(values, 'entries-per-second', { above: 0, to: 1e9 }),
    websites,
    largestShare: largestShareOf(values, websites),
    flavour: flavourOf(values.flavour),
    busy: number(values, 'busy', { above: 0, to: 100 }) / 100,
    cores: wholeNumber(values, 'cores', 1_024),
    retentionDays: wholeNumber(values, 'retention-days', 36_525),
  };
}

function parse(args) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    throw new WrongUsage(error.message);
  }
}

function flavourOf(flavour) {
  if (FLAVOURS.includes(flavour)) return flavour;
  throw new WrongUsage(`--flavour must be ${FLAVOURS.join(', ')}, not "${flavour}".`);
}

function largestShareOf(values, websites) {
  const equal = 100 / websites;
  if (values['largest-share'] === undefined) return Math.max(USUAL_LARGEST_SHARE, equal) / 100;
  const share = number(values, 'largest-share', { above: 0, to: 100 });
  if (share >= equal * (1 - 1e-9)) return share / 100;
  throw new WrongUsage(
    `--largest-share ${share} is not possible: of ${websites} websites, the largest has at least ${equal} per cent.`,
  );
}

function wholeNumber(values, name, to) {
  const value = number(values, name, { above: 0, to });
  if (Number.isInteger(value)) return value;
  throw new WrongUsage(`--${name} must be a whole number, not "${values[name]}".`);
}

function number(values, name, { above, to }) {
  const text = values[name];
  if (text === undefined) throw new WrongUsage(`--${name} is missing.`);
  // Number() also reads blanks, and names like Infinity.
  const value = /^[\d.]+(e\d+)?$/i.test(text) ? Number(text) : NaN;
  if (value > above && value <= to) return value;
  throw new WrongUsage(
    `--${name} must be a number above ${above} and up to ${to}, such as ${EXAMPLES[name]}, not "${text}".`,
  );
}

const EXAMPLES = {
  'entries-per-second': '50000 or 1e6',
  websites: '20000',
  'largest-share': '10',
  busy: '60',
  cores: '8',
  'retention-days': '30',
};
