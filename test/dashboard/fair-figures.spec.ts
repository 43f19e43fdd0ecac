import { fairFigures } from './cases/fair-figures.js';
import { onStage } from './on-stage.js';

onStage('figures of the page', [fairFigures]);
