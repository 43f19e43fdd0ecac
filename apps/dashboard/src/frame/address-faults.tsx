/** Says what an address asks for that cannot be shown. */
export function AddressFaults({ faults }: { faults: readonly string[] }) {
  return (
    <div class="messages" role="alert">
      {faults.map((text) => (
        <p key={text} class="notice">
          {text}
        </p>
      ))}
    </div>
  );
}
