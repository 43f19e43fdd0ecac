import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Website } from '../../api/types.js';
import { Said } from '../../parts/said.js';

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
        Domain
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
        What counts
        <select
          value={fields.count}
          onChange={(event) => set({ count: event.currentTarget.value as Website['count'] })}
        >
          <option value="all">Every request</option>
          <option value="pages">Pages, not their images and scripts</option>
        </select>
      </label>
      <label>
        Who is taken for a bot
        <select
          value={fields.behaviour}
          onChange={(event) =>
            set({ behaviour: event.currentTarget.value as Website['behaviour'] })
          }
        >
          <option value="default">By its agent and by what it asks for</option>
          <option value="off">By its agent only</option>
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
