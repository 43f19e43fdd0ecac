import { alerts } from './cases/alerts.js';
import { webhooks } from './cases/webhooks.js';
import { onStage } from './on-stage.js';

onStage('what the page is told and tells', [alerts, webhooks]);
