/**
 * Settings of every session. All speak UTC. No statement is compiled just in time: plans over aggregates
 * are taken for a hundred times dearer than they are, and compiling took 750 ms of a statement of 840.
 */
export const SESSION_OPTIONS = '-c timezone=UTC -c jit=off';
