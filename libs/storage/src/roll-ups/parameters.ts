import { Parameter } from '../compose/sql.js';

/** Parameters that several statements have. */
export const WEBSITE = new Parameter('website', 'integer', 'website');
export const SINCE = new Parameter('since', 'timestamptz', 'start of a UTC day (inclusive)');
export const UNTIL = new Parameter('until', 'timestamptz', 'start of a UTC day (exclusive)');
