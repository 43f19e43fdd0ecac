import type { ViewProps } from '../view.js';
import { BotList } from './bot-list.js';
import { OneBot } from './one-bot.js';

/** All bots, or the one that the filters name. */
export function Bots(props: ViewProps) {
  const { bot } = props.address.filters;
  return bot === undefined ? <BotList {...props} /> : <OneBot {...props} key={bot} name={bot} />;
}
