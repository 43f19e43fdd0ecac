import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Confirm } from '../../parts/confirm.js';

const OVERLAPS = [
  [86_400, 'another day'],
  [3_600, 'another hour'],
  [604_800, 'another week'],
  [0, 'no longer: it stops at once'],
] as const;

interface RotateProps {
  what: string;
  /** `key` or `secret`. */
  kind: string;
  /** What the new one is; the choice of how long the old one works follows. */
  children: ComponentChildren;
  isUnderWay: boolean;
  onRotate: (overlapSeconds: number) => Promise<boolean>;
}

/** Replaces a secret, while the old one goes on for as long as it takes to put the new one in place. */
export function Rotate({ what, kind, children, isUnderWay, onRotate }: RotateProps) {
  const [overlap, setOverlap] = useState(`${OVERLAPS[0][0]}`);
  return (
    <Confirm
      label="Rotate"
      what={what}
      yes={`Make the new ${kind}`}
      isUnderWay={isUnderWay}
      onYes={() => onRotate(Number(overlap))}
    >
      {children} The old one works{' '}
      <select
        aria-label={`How long the old ${kind} works`}
        value={overlap}
        onChange={(event) => setOverlap(event.currentTarget.value)}
      >
        {OVERLAPS.map(([seconds, title]) => (
          <option key={seconds} value={seconds}>
            {title}
          </option>
        ))}
      </select>
    </Confirm>
  );
}
