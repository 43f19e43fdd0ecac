import { faultsOf } from '../address/faults.js';

interface AddressFaultsProps {
  /** The query of an address. */
  search: string;
  /** What else cannot be shown of what it asks for, in sentences. */
  others?: readonly string[];
}

/** Says what an address asks for that cannot be shown. */
export function AddressFaults({ search, others = [] }: AddressFaultsProps) {
  return (
    <div class="messages" role="alert">
      {[...faultsOf(search), ...others].map((text) => (
        <p key={text} class="notice">
          {text}
        </p>
      ))}
    </div>
  );
}
