import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Said } from '../../parts/said.js';
import { texts } from '../../texts/texts.js';
import { conditionsOf, startOf, type FieldTexts, textsOf } from './alert-fields.js';
import { ConditionField } from './condition-field.js';
import { ALERT_KINDS, type AlertKind, FIELDS, KINDS } from './kinds.js';
import type { Alert, Website } from '../../api/types.js';

const TEXTS = texts.alerts.form;

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
  const [fields, setFields] = useState<FieldTexts>(alert ? textsOf(alert) : startOf(kind));
  const choose = (next: AlertKind) => {
    setKind(next);
    setFields(startOf(next));
  };
  const send = (event: Event) => {
    event.preventDefault();
    void onSubmit(kind, conditionsOf(kind, fields));
  };
  return (
    <form class="form alert-form" aria-label={alert ? TEXTS.change : TEXTS.make} onSubmit={send}>
      {!alert && (
        <label>
          {TEXTS.kind}
          <select value={kind} onChange={(event) => choose(event.currentTarget.value as AlertKind)}>
            {ALERT_KINDS.map((one) => (
              <option key={one} value={one}>
                {KINDS[one].title}
              </option>
            ))}
          </select>
        </label>
      )}
      {FIELDS[kind].map((field) => (
        <ConditionField
          key={field}
          {...{ website, kind, field }}
          fields={fields}
          onText={(text) => setFields({ ...fields, [field]: text })}
        />
      ))}
      <button type="submit" class="main" disabled={isUnderWay}>
        {alert ? texts.common.save : TEXTS.submit}
      </button>
      {children}
      <p class="hint">{KINDS[kind].what}</p>
      <Said text={said} />
    </form>
  );
}
