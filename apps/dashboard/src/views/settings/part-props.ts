import type { ViewProps } from '../view.js';

/** What every part of the settings gets. */
export interface PartProps extends ViewProps {
  /** Whether the session may change something. */
  mayChange: boolean;
}
