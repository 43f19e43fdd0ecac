import fc from 'fast-check';
import { sha256 } from './sha256.js';

async function known(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

it('gives what the runtime gives, whatever the text is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
      expect(sha256(text)).toBe(await known(text));
    }),
  );
});

it('gives the same at every length around the end of a block', async () => {
  const texts = Array.from({ length: 200 }, (_, length) => 'a'.repeat(length));
  for (const text of [...texts, 'é'.repeat(100_000)])
    expect([text.length, sha256(text)]).toEqual([text.length, await known(text)]);
});
