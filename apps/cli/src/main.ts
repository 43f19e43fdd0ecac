#!/usr/bin/env node
import { run } from './program/run.js';

// `run` reports what cannot be written; without a handler the event would end the process first.
process.stdout.on('error', () => undefined);

// The status is set and the process left to end by itself, so that everything is written first.
process.exitCode = await run(process.argv.slice(2), {
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
