import { render } from 'preact';
import { currentAddress } from './address/navigation.js';
import { keepLive } from './api/live.js';
import { currentlyChosen, showTheme } from './frame/chosen.js';
import { Root } from './frame/root.js';
import { openAgainForSecrets } from './frame/sign-in-by-address.js';
import { viewOf } from './views/views.js';

showTheme();
viewOf(currentAddress().view).prefetch();
const place = document.getElementById('app');
if (place) render(<Root />, place);
keepLive(() => currentlyChosen().live);
openAgainForSecrets();
