import { ai } from './cases/ai.js';
import { answers } from './cases/answers.js';
import { charts } from './cases/charts.js';
import { downloads } from './cases/downloads.js';
import { dimensions } from './cases/dimensions.js';
import { judged } from './cases/judged.js';
import { numbers } from './cases/numbers.js';
import { people } from './cases/people.js';
import { coverage } from './cases/coverage.js';
import { lists } from './cases/lists.js';
import { robots } from './cases/robots.js';
import { spoofed } from './cases/spoofed.js';
import { tour } from './cases/tour.js';
import { visitors } from './cases/visitors.js';
import { onStage } from './on-stage.js';

onStage('the views of the page', [
  numbers,
  ai,
  answers,
  people,
  judged,
  visitors,
  dimensions,
  spoofed,
  coverage,
  lists,
  robots,
  charts,
  downloads,
  tour,
]);
