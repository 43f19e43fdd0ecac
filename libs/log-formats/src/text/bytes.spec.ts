import fc from 'fast-check';
import { textOfBase64, textOfHex, utf8Of } from './bytes.js';

it('decodes as the runtime of the service does, whatever the bytes are', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const buffer = Buffer.from(bytes);
      const text = buffer.toString('utf8');
      expect(utf8Of(bytes)).toBe(text);
      expect(textOfHex(buffer.toString('hex'))).toBe(text);
      expect(textOfBase64(buffer.toString('base64'))).toBe(text);
      expect(textOfBase64(buffer.toString('base64url'))).toBe(text);
    }),
  );
});

it('reads base64 with line breaks, without its end, and with a digit too many', () => {
  expect(textOfBase64('R0VU\nIC8=')).toBe('GET /');
  expect(textOfBase64('R0VUIC8')).toBe('GET /');
  expect(textOfBase64('R0VUR')).toBe('GET');
  expect(textOfBase64('')).toBe('');
});
