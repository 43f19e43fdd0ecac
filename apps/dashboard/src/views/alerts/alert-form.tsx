import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Said } from '../../parts/said.js';
import { conditionsOf, startOf, type Texts, textsOf } from './alert-fields.js';
import { ConditionField } from './condition-field.js';
import { ALERT_KINDS, type AlertKind, KINDS } from './kinds.js';
import type { Alert, Website } from '../../api/types.js';

interface AlertFormProps {
  website: Website;
  /** The alert that is changed; undefined makes a new one. */
  alert?: Alert;
  said: string | undefined;
  isUnderWay: boolean;
  /** Returns whether it was done. */
  onSubmit: (kind: AlertKind, conditions: object) => Promise<boolean>;
  /** More buttons. */
  children?: ComponentChildren;
}

/** Asks what is to be told: a kind, and its conditions, which begin with what most need. */
export function AlertForm(props: AlertFormProps) {
  const { website, alert, said, isUnderWay, onSubmit, children } = props;
  const [kind, setKind] = useState<AlertKind>(alert?.kind ?? 'errors');
  const [texts, setTexts] = useState<Texts>(alert ? textsOf(alert) : startOf(kind));
  const choose = (next: AlertKind) => {
    setKind(next);
    setTexts(startOf(next));
  };
  const send = (event: Event) => {
    event.preventDefault();
    void onSubmit(kind, conditionsOf(kind, texts));
  };
  return (
    <form
      class="form alert-form"
      aria-label={alert ? 'Change the alert' : 'Make an alert'}
      onSubmit={send}
    >
      {!alert && (
        <label>
          What to tell
          <select value={kind} onChange={(event) => choose(event.currentTarget.value as AlertKind)}>
            {ALERT_KINDS.map((one) => (
              <option key={one} value={one}>
                {KINDS[one].title}
              </option>
            ))}
          </select>
        </label>
      )}
      {KINDS[kind].fields.map((field) => (
        <ConditionField
          key={field}
          {...{ website, kind, field }}
          texts={texts}
          onText={(text) => setTexts({ ...texts, [field]: text })}
        />
      ))}
      <button type="submit" class="main" disabled={isUnderWay}>
        {alert ? 'Save' : 'Make the alert'}
      </button>
      {children}
      <p class="hint">{KINDS[kind].what}</p>
      <Said text={said} />
    </form>
  );
}
