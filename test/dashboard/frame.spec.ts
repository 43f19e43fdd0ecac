import { frame } from './cases/frame.js';
import { onStage } from './on-stage.js';

onStage('the frame of the page', [frame]);
