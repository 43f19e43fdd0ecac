export { answers } from './answers.js';
export { leaveRoomForGarbage } from './leave-room-for-garbage.js';
export { repeat } from './repeat.js';
export { runMain } from './run-main.js';
export { serveUntilStopped } from './serve-until-stopped.js';
export type { Service } from './serve-until-stopped.js';
export { waitForStore } from './wait-for-store.js';
export type { WaitForStore } from './wait-for-store.js';
