/** The part of the view of hosts that lists those of no website. In the address, as `tab=`. */
export const UNKNOWN = 'unknown';

/** With what the newest hosts that belong to no website are asked for. */
export const UNKNOWN_HOSTS = { period: 'last_30_days', unknown: 'true', limit: 20 } as const;
