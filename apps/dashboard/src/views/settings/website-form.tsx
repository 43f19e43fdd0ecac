import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Website } from '../../api/types.js';
import { Said } from '../../parts/said.js';
import { texts } from '../../texts/texts.js';

export type WebsiteFields = Pick<Website, 'domain' | 'count' | 'behaviour'>;

interface WebsiteFormProps {
  /** Names the form. */
  label: string;
  /** On the button. */
  submit: string;
  start: WebsiteFields;
  said: string | undefined;
  isUnderWay: boolean;
  /** Returns whether it was done. */
  onSubmit: (fields: WebsiteFields) => Promise<boolean>;
  /** More buttons. */
  children?: ComponentChildren;
}

const { form: words } = texts.settings.websites;

export const NEW_WEBSITE: WebsiteFields = { domain: '', count: 'all', behaviour: 'default' };

/** The fields of a website. */
export function WebsiteForm(props: WebsiteFormProps) {
  const { label, submit, start, said, isUnderWay, onSubmit, children } = props;
  const [fields, setFields] = useState(start);
  const set = (change: Partial<WebsiteFields>) => setFields({ ...fields, ...change });
  const send = async (event: Event) => {
    event.preventDefault();
    if (await onSubmit({ ...fields, domain: fields.domain.trim() })) setFields(start);
  };
  return (
    <form class="form" aria-label={label} onSubmit={(event) => void send(event)}>
      <label>
        {words.domain}
        <input
          type="text"
          name="domain"
          required
          placeholder="shop.example"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          value={fields.domain}
          onInput={(event) => set({ domain: event.currentTarget.value })}
        />
      </label>
      <label>
        {words.count}
        <select
          value={fields.count}
          onChange={(event) => set({ count: event.currentTarget.value as Website['count'] })}
        >
          <option value="all">{words.counts.all}</option>
          <option value="pages">{words.counts.pages}</option>
        </select>
      </label>
      <label>
        {words.behaviour}
        <select
          value={fields.behaviour}
          onChange={(event) =>
            set({ behaviour: event.currentTarget.value as Website['behaviour'] })
          }
        >
          <option value="default">{words.behaviours.default}</option>
          <option value="off">{words.behaviours.off}</option>
        </select>
      </label>
      <button type="submit" class="main" disabled={isUnderWay}>
        {submit}
      </button>
      {children}
      <Said text={said} />
    </form>
  );
}
