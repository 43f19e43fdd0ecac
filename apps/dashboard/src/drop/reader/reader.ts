// The script of the worker that reads logs, so that the page stays quick meanwhile.
import './without-eval.js';
import type { FromReader, ToReader } from '../protocol.js';
import { readFiles } from './read-files.js';

const stop = new AbortController();
const say = (message: FromReader) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<ToReader>) => {
  if (data.kind === 'cancel') stop.abort();
  else void readFiles(data, stop.signal, say);
});
