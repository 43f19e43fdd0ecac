/**
 * Settings of every session. All speak UTC. No statement is compiled just in time: where an aggregate is
 * read in real time the planner expects hundreds of thousands of rows though there are hardly any, and
 * compiling for them took 750 ms of a statement of 840.
 */
export const SESSION_OPTIONS = '-c timezone=UTC -c jit=off';
