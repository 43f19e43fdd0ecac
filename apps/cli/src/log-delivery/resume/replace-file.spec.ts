import { whenFree } from './replace-file.js';

const refused = (code: string) => Object.assign(new Error(code), { code });

it.each(['EPERM', 'EACCES', 'EBUSY'])('tries again on Windows after %s', async (code) => {
  const answers = [refused(code), refused(code)];
  await whenFree(async () => {
    const error = answers.pop();
    if (error) throw error;
  }, 'win32');
  expect(answers).toEqual([]);
});

it.each([
  ['win32', 'ENOSPC'],
  ['linux', 'EPERM'],
] as const)('gives up at once on %s after %s', async (platform, code) => {
  let tries = 0;
  const work = async () => {
    tries++;
    throw refused(code);
  };
  await expect(whenFree(work, platform)).rejects.toThrow(code);
  expect(tries).toBe(1);
});
