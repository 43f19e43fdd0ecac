import type { ProbePath } from '../probe-path.js';
import { ATTACKS } from './attacks.js';
import { DEVICES } from './devices.js';
import { HIDDEN_FILES } from './hidden-files.js';
import { LEFTOVER_FILES } from './leftovers.js';
import { PANELS } from './panels.js';
import { SETTINGS_FILES } from './settings-files.js';

/**
 * Every row. Where a path fits several, one that always counts goes first, and then the first one.
 */
export const PROBE_PATHS: readonly ProbePath[] = [
  ...ATTACKS,
  ...HIDDEN_FILES,
  ...SETTINGS_FILES,
  ...LEFTOVER_FILES,
  ...PANELS,
  ...DEVICES,
];
