/** Why something was not done; nothing as long as there is nothing to say. */
export function Said({ text }: { text: string | undefined }) {
  return (
    <div role="alert" class="said">
      {text && <p class="notice">{text}</p>}
    </div>
  );
}
