import { render } from 'preact';
import { keepLive } from './api/live.js';
import { currentlyChosen, showTheme } from './frame/chosen.js';
import { Root } from './frame/root.js';
import { signInByAddress } from './frame/sign-in-by-address.js';

showTheme();
const problem = await signInByAddress();
const place = document.getElementById('app');
if (place) render(<Root problem={problem} />, place);
keepLive(() => currentlyChosen().live);
