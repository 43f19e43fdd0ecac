#!/usr/bin/env node
import { run } from './program/program.js';

// `run` reports what cannot be written; without a handler the event would end the process first.
process.stdout.on('error', () => undefined);

// A program that runs a command has a channel to it, is told the answer there, and takes it along when
// it ends. The channel alone keeps nothing alive.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();

// The status is set and the process left to end by itself, so that everything is written first.
process.exitCode = await run(process.argv.slice(2), {
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  ...(process.send ? { tell } : {}),
});

function tell(document: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.({ document }, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });
}
