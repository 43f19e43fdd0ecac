/** Loads what is in the menus: one file for all, because the page has the name of each. */
export const loadMenuParts = () => import('./menu-parts.js');
