// Another size of a window. A browser says that a window has its new size before the page has drawn
// it: what tables and charts do about it, they do in the frame after, which a busy machine draws
// late. Until then nothing changes, and a page looks settled.
import type { Page } from 'playwright-core';

/**
 * Whoever asks for a frame is called before observers of sizes are, in the same frame. So after the
 * third one they have been called, and what they changed has been painted.
 */
const DRAWN = `new Promise((resolve) => {
  let left = 3;
  const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve());
  next();
})`;

/**
 * Gives the window of a page another size, and returns once the page has begun to follow it: then
 * `settled` says when that is complete.
 *
 * @param width in pixels
 * @param height in pixels
 */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(`innerWidth === ${width} && innerHeight === ${height}`);
  await page.evaluate(DRAWN);
}
