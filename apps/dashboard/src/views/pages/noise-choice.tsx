import type { Address } from '../../address/address.js';
import { navigate } from '../../address/navigation.js';
import { texts } from '../../texts/texts.js';

/** In the address, what shows files for programs and pages that only scanners asked for, too. */
const EVERYTHING = 'everything';

/** Tells whether a list of pages leaves out what is no content. */
export const isOfContent = ({ kind }: Pick<Address, 'kind'>): boolean => kind !== EVERYTHING;

/** Chooses whether a list of pages has what is no content. */
export function NoiseChoice({ address }: { address: Address }) {
  return (
    <label class="line" title={texts.pages.noise.title}>
      <input
        type="checkbox"
        checked={!isOfContent(address)}
        onChange={(event) =>
          navigate({ kind: event.currentTarget.checked ? EVERYTHING : undefined })
        }
      />
      {texts.pages.noise.label}
    </label>
  );
}
