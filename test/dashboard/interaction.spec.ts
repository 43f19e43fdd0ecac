import { asking } from './cases/asking.js';
import { belowAPath } from './cases/below-a-path.js';
import { choosing } from './cases/choosing.js';
import { lazy } from './cases/lazy.js';
import { limits } from './cases/limits.js';
import { moving } from './cases/moving.js';
import { signingIn } from './cases/signing-in.js';
import { troubles } from './cases/troubles.js';
import { onStage } from './on-stage.js';

onStage('moving on the page', [
  lazy,
  moving,
  choosing,
  asking,
  troubles,
  limits,
  signingIn,
  belowAPath,
]);
