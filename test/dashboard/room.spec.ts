import { room } from './cases/room.js';
import { onStage } from './on-stage.js';

onStage('the room that views take', [room]);
