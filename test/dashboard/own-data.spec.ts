import { drop } from './cases/drop.js';
import { feeds } from './cases/feeds.js';
import { settings } from './cases/settings.js';
import { shares } from './cases/shares.js';
import { onStage } from './on-stage.js';

onStage('own data and settings on the page', [drop, feeds, settings, shares]);
