import { explained } from './cases/explained.js';
import { onStage } from './on-stage.js';

onStage('numbers of people, and what they mean', [explained]);
