import { useState } from 'preact/hooks';
import { Confirm } from '../../parts/confirm.js';
import { Rich } from '../../texts/rich.js';
import { texts } from '../../texts/texts.js';

const { overlaps, title, ...kinds } = texts.settings.rotate;
/** In seconds, the usual one first. */
const OVERLAPS = [86_400, 3_600, 604_800, 0] as const;

interface RotateProps {
  what: string;
  kind: keyof typeof kinds;
  isUnderWay: boolean;
  onRotate: (overlapSeconds: number) => Promise<boolean>;
}

/** Replaces a secret, while the old one goes on for as long as it takes to put the new one in place. */
export function Rotate({ what, kind, isUnderWay, onRotate }: RotateProps) {
  const [overlap, setOverlap] = useState(`${OVERLAPS[0]}`);
  const { how, howLong, yes } = kinds[kind];
  const choice = () => (
    <select
      aria-label={howLong}
      value={overlap}
      onChange={(event) => setOverlap(event.currentTarget.value)}
    >
      {OVERLAPS.map((seconds) => (
        <option key={seconds} value={seconds}>
          {overlaps[seconds]}
        </option>
      ))}
    </select>
  );
  return (
    <Confirm
      label={title}
      what={what}
      yes={yes}
      isUnderWay={isUnderWay}
      onYes={() => onRotate(Number(overlap))}
    >
      <Rich text={how} elements={{ choice }} />
    </Confirm>
  );
}
