import type { Config } from '@app/config';
import { publicApiUrl } from './api.js';

/** Returns the address of the page as its users know it, or undefined when there is none. */
export function pageUrl(config: Config): string | undefined {
  return config.DASHBOARD ? `${publicApiUrl(config)}/` : undefined;
}
