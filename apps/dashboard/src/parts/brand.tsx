/** The sign and the name of the product. */
export function Brand() {
  return (
    <span class="brand">
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path class="arc" d="M7 21a9 9 0 1 1 18 0" />
        <path class="needle" d="m16 21 5-7" />
        <circle cx="16" cy="21" r="2.4" />
      </svg>
      <span>Botgauge</span>
    </span>
  );
}
