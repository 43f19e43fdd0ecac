import {
  bytesToBase62,
  generateKey,
  hashKey,
  isWellFormedKey,
  newPublicId,
  toBase62,
} from './keys-and-ids.js';

// These keys come from another program, with the bytes 0 to 31 and with 32 bytes 255, and zlib's
// CRC-32.
const KNOWN_API = 'api_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf_2jUMpn';
const KNOWN_BOT = 'bot_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp1_3EgoAu';

describe('A key', () => {
  it('consists of kind, 43 characters of 32 random bytes, and 6 of their checksum', () => {
    const counting = (size: number) => Buffer.from(Array.from({ length: size }, (_, i) => i));
    expect(generateKey('api', counting)).toBe(KNOWN_API);
    expect(generateKey('bot', (size) => Buffer.alloc(size, 255))).toBe(KNOWN_BOT);
  });

  it.each(['api', 'bot'] as const)('of kind %s is well formed and never the same', (kind) => {
    const keys = Array.from({ length: 500 }, () => generateKey(kind));
    for (const key of keys) {
      expect(key).toMatch(new RegExp(`^${kind}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$`));
      expect(isWellFormedKey(key)).toBe(true);
    }
    expect(new Set(keys).size).toBe(500);
  });

  it('has full length even when its bytes are zeros', () => {
    const key = generateKey('api', (size) => Buffer.alloc(size));
    expect(key.startsWith(`api_${'0'.repeat(43)}_`)).toBe(true);
    expect(isWellFormedKey(key)).toBe(true);
  });

  it('is stored as its SHA-256', () => {
    expect(hashKey(KNOWN_BOT).toString('hex')).toBe(
      'f3912a6276d2e85b2124952870e6b596c300169b59551a51ef0eb9b001572dee',
    );
  });
});

describe('isWellFormedKey', () => {
  it('detects any single changed character', () => {
    for (let at = 0; at < KNOWN_API.length; at++) {
      const other = KNOWN_API[at] === 'x' ? 'y' : 'x';
      const changed = KNOWN_API.slice(0, at) + other + KNOWN_API.slice(at + 1);
      expect([changed, isWellFormedKey(changed)]).toEqual([changed, false]);
    }
  });

  it('detects two neighbouring characters that changed places', () => {
    for (let at = 4; at < 46; at++) {
      const [a, b] = [KNOWN_API[at], KNOWN_API[at + 1]];
      if (a === b) continue;
      const swapped = `${KNOWN_API.slice(0, at)}${b}${a}${KNOWN_API.slice(at + 2)}`;
      expect(isWellFormedKey(swapped)).toBe(false);
    }
  });

  it.each([
    '',
    'api_',
    'api__',
    ` ${KNOWN_API}`,
    `${KNOWN_API} `,
    `${KNOWN_API}\n`,
    KNOWN_API.replace('api_', 'bot_'),
    KNOWN_API.replace('api_', 'API_'),
    KNOWN_API.replace('api_', 'key_'),
    KNOWN_API.replace('api_', ''),
    KNOWN_API.toLowerCase(),
    KNOWN_API.slice(0, -1),
    `${KNOWN_API}0`,
    `${KNOWN_API},${KNOWN_API}`,
    'a'.repeat(1_000_000),
  ])('refuses %#', (text) => {
    expect(isWellFormedKey(text)).toBe(false);
  });
});

describe('Base 62', () => {
  it.each([
    [0n, '000'],
    [9n, '009'],
    [10n, '00A'],
    [35n, '00Z'],
    [36n, '00a'],
    [61n, '00z'],
    [62n, '010'],
    [62n ** 3n - 1n, 'zzz'],
  ])('%s is %s', (value, text) => {
    expect(toBase62(value, 3)).toBe(text);
  });

  it('of bytes reads the first one as the highest', () => {
    expect(bytesToBase62(Uint8Array.from([1, 0]), 3)).toBe(toBase62(256n, 3));
  });
});

it.each([
  ['account', /^acc_[0-9A-Za-z]{21}$/],
  ['website', /^ws_[0-9A-Za-z]{21}$/],
  ['tracking', /^t_[0-9A-Za-z]{21}$/],
  ['key', /^key_[0-9A-Za-z]{21}$/],
] as const)('the public id of %s has its own prefix', (what, shape) => {
  expect(newPublicId(what)).toMatch(shape);
  expect(newPublicId(what)).not.toBe(newPublicId(what));
});
