export { groupCalls, type GroupCallsOptions } from './group-calls.js';
