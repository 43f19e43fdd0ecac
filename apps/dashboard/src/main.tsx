import { render } from 'preact';
import { currentAddress } from './address/navigation.js';
import { keepLive } from './api/live.js';
import { currentlyChosen, showTheme } from './frame/chosen.js';
import { Root } from './frame/root.js';
import { openAgainForCodes, signInByAddress } from './frame/sign-in-by-address.js';
import { viewOf } from './views/views.js';

showTheme();
viewOf(currentAddress().view).prefetch();
const problem = await signInByAddress();
const place = document.getElementById('app');
if (place) render(<Root problem={problem} />, place);
keepLive(() => currentlyChosen().live);
openAgainForCodes();
