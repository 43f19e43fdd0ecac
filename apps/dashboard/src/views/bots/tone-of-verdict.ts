import type { Verifications } from './verdict-in-words.js';

/** More than this part of the decided visits under a false name is worth a look. */
const FEW_FAKES = 0.05;

/** Returns the colour of a verdict on visits: whether they are nearly all real, or mostly fake. */
export function toneOfVerdict({
  verified_visits: real,
  spoofed_visits: fake,
}: Verifications): 'good' | 'warn' | 'bad' | 'rest' {
  if (real + fake === 0) return 'rest';
  if (fake > real) return 'bad';
  return fake / (real + fake) > FEW_FAKES ? 'warn' : 'good';
}
