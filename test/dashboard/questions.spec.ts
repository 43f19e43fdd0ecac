import { questions } from './cases/questions/questions.js';
import { onStage } from './on-stage.js';

onStage('questions that people ask of the page', [questions]);
