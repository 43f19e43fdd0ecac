/** The name by which Nest finds the `Clock`, which is an interface and so has none of its own. */
export const CLOCK = Symbol('Clock');
