import { useId } from 'preact/hooks';
import { askedMostBots } from '../../api/most-bots.js';
import type { Website } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { parseAddress } from '../../address/address.js';
import { texts } from '../../texts/texts.js';
import { categoryInWords } from '../../words/categories.js';
import type { FieldTexts } from './alert-fields.js';
import { CATEGORIES } from '../../words/bot-categories.js';
import { type AlertKind, type Field, KINDS, type NumberName } from './kinds.js';

const TEXTS = texts.alerts.conditions;

interface ConditionFieldProps {
  website: Website;
  kind: AlertKind;
  field: Field;
  /** What stands in all fields. */
  fields: FieldTexts;
  onText: (text: string) => void;
}

/** One condition of an alert. */
export function ConditionField({ website, kind, field, fields, onText }: ConditionFieldProps) {
  const value = fields[field];
  switch (field) {
    case 'whose':
      return (
        <BotField
          title={TEXTS.whose}
          every={TEXTS.allAiBots}
          {...{ website, value, onText }}
          hasAll
        />
      );
    case 'bot':
      return <BotField title={TEXTS.bot} every={TEXTS.anyBot} {...{ website, value, onText }} />;
    case 'feed':
      return <FeedField {...{ website, value, onText }} />;
    case 'categories':
      return <CategoryField value={value} onText={onText} />;
    case 'path':
      return (
        <TextField
          title={TEXTS.path}
          {...{ value, onText }}
          placeholder={TEXTS.anyPage}
          pattern="/.*"
        />
      );
    case 'statuses':
      return (
        <TextField
          title={TEXTS.statuses}
          placeholder={TEXTS.allStatuses}
          pattern="[45](xx|[0-9][0-9])"
          hint={TEXTS.statusesHint}
          value={fields.path ? '' : value}
          isOff={fields.path !== ''}
          onText={onText}
        />
      );
    case 'direction':
      return (
        <label>
          {TEXTS.direction}
          <select value={value} onChange={(event) => onText(event.currentTarget.value)}>
            <option value="both">{TEXTS.both}</option>
            <option value="above">{TEXTS.above}</option>
            <option value="below">{TEXTS.below}</option>
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
      {...{ title: TEXTS.feed, value, onText }}
      placeholder={TEXTS.anyFeed}
      offered={data?.feeds.map(({ feed }) => feed) ?? []}
    />
  );
}

/** One category or the AI bots; several were chosen by the API, and stay as they are. */
function CategoryField({ value, onText }: Omit<InputProps, 'title'>) {
  const words = value.split(',').map(categoryInWords).join(', ');
  return (
    <label>
      {TEXTS.categories}
      <select value={value} onChange={(event) => onText(event.currentTarget.value)}>
        <option value="">{TEXTS.allAiBots}</option>
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
