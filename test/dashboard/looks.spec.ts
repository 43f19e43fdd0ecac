import { emptyStates } from './cases/empty-states.js';
import { harness } from './cases/harness.js';
import { looks } from './cases/looks.js';
import { oddTexts } from './cases/odd-texts.js';
import { onStage } from './on-stage.js';

onStage('how the page looks', [harness, looks, oddTexts, emptyStates]);
