import { useId } from 'preact/hooks';
import { askedMostBots } from '../../api/most-bots.js';
import type { Website } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { parseAddress } from '../../address/address.js';
import { categoryInWords } from '../../words/categories.js';
import type { Texts } from './alert-fields.js';
import { CATEGORIES } from './categories.js';
import { type AlertKind, type Field, KINDS, type NumberName } from './kinds.js';

interface ConditionFieldProps {
  website: Website;
  kind: AlertKind;
  field: Field;
  texts: Texts;
  onText: (text: string) => void;
}

/** One condition of an alert. */
export function ConditionField({ website, kind, field, texts, onText }: ConditionFieldProps) {
  const value = texts[field];
  switch (field) {
    case 'whose':
      return (
        <BotField title="Whose visits" every="All AI bots" {...{ website, value, onText }} hasAll />
      );
    case 'bot':
      return <BotField title="In whose name" every="Any bot" {...{ website, value, onText }} />;
    case 'feed':
      return <FeedField {...{ website, value, onText }} />;
    case 'categories':
      return <CategoryField value={value} onText={onText} />;
    case 'path':
      return (
        <TextField
          title="On this page"
          {...{ value, onText }}
          placeholder="Any page"
          pattern="/.*"
        />
      );
    case 'statuses':
      return (
        <TextField
          title="Which errors"
          placeholder="All: 4xx and 5xx"
          pattern="[45](xx|[0-9][0-9])"
          hint="4xx, 5xx or one status, such as 404"
          value={texts.path ? '' : value}
          isOff={texts.path !== ''}
          onText={onText}
        />
      );
    case 'direction':
      return (
        <label>
          Tell when there are
          <select value={value} onChange={(event) => onText(event.currentTarget.value)}>
            <option value="both">more or fewer than usual</option>
            <option value="above">more than usual</option>
            <option value="below">fewer than usual</option>
          </select>
        </label>
      );
    case 'share':
    case 'shareRead':
      return <NumberField title={titleOf(kind, field)} {...{ value, onText }} isPercent />;
    case 'least':
    case 'leastPages':
    case 'addresses':
      return <NumberField title={titleOf(kind, field)} {...{ value, onText }} />;
  }
}

const titleOf = (kind: AlertKind, field: NumberName): string => KINDS[kind].numbers?.[field] ?? '';

interface InputProps {
  title: string;
  value: string;
  onText: (text: string) => void;
}

interface TextFieldProps extends InputProps {
  placeholder: string;
  pattern?: string;
  /** What the pattern takes. */
  hint?: string;
  /** What is offered. */
  offered?: readonly string[];
  isOff?: boolean;
}

function TextField(props: TextFieldProps) {
  const { title, value, onText, placeholder, pattern, hint, offered, isOff } = props;
  const list = useId();
  return (
    <label>
      {title}
      <input
        type="text"
        autocomplete="off"
        spellcheck={false}
        maxLength={2_048}
        {...{ value, placeholder, pattern, title: hint }}
        list={offered && list}
        disabled={isOff}
        onInput={(event) => onText(event.currentTarget.value)}
      />
      {offered && (
        <datalist id={list}>
          {offered.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </label>
  );
}

function NumberField({ title, value, onText, isPercent }: InputProps & { isPercent?: true }) {
  return (
    <label>
      {title}
      <input
        type="number"
        required
        min={isPercent ? 0.1 : 1}
        max={isPercent ? 100 : 1_000_000_000}
        step={isPercent ? 'any' : 1}
        value={value}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </label>
  );
}

interface OfWebsite extends Omit<InputProps, 'title'> {
  website: Website;
}

interface BotFieldProps extends OfWebsite {
  title: string;
  /** Stands in the empty field: whom it means. */
  every: string;
  /** Whether a category can be given, too. */
  hasAll?: true;
}

const LAST_MONTH = parseAddress('?period=last_30_days');

/** Offers the bots that came most in the last month. */
function BotField({ title, every, hasAll, website, value, onText }: BotFieldProps) {
  const { data } = useAnswer('/api/v1/websites/{id}/bots', {
    id: website.id,
    query: askedMostBots(LAST_MONTH, false),
  });
  const bots = data?.bots.map(({ name }) => name) ?? [];
  return (
    <TextField
      {...{ title, value, onText }}
      placeholder={every}
      offered={hasAll ? [...CATEGORIES, ...bots] : bots}
    />
  );
}

function FeedField({ website, value, onText }: OfWebsite) {
  const { data } = useAnswer('/api/v1/websites/{id}/feeds', { id: website.id });
  return (
    <TextField
      {...{ title: 'Which log source', value, onText }}
      placeholder="Any log source"
      offered={data?.feeds.map(({ feed }) => feed) ?? []}
    />
  );
}

/** One category or the AI bots; several were chosen by the API, and stay as they are. */
function CategoryField({ value, onText }: Omit<InputProps, 'title'>) {
  const words = value.split(',').map(categoryInWords).join(', ');
  return (
    <label>
      Of which bots
      <select value={value} onChange={(event) => onText(event.currentTarget.value)}>
        <option value="">All AI bots</option>
        {CATEGORIES.map((category) => (
          <option key={category} value={category}>
            {categoryInWords(category)}
          </option>
        ))}
        {value.includes(',') && <option value={value}>{words}</option>}
      </select>
    </label>
  );
}
