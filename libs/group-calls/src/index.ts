export { groupCalls, type GroupCallsOptions, type Pause } from './group-calls.js';
