import { fileId } from './file-id.js';

it('is the same for a path and for the open file on Windows', () => {
  const ino = 281_474_976_710_699n;
  const ofPath = { dev: 0x7a3c_51d0_9e42_11f7n, ino };
  const ofOpenFile = { dev: 0x9e42_11f7n, ino };
  expect(fileId(ofPath)).toBe(fileId(ofOpenFile));
  expect(fileId(ofPath)).toBe('2655130103:281474976710699');
});
