// The ways to compare two pictures.

export const MODES = [
  { value: 'side', text: 'Side' },
  { value: 'swipe', text: 'Swipe' },
  { value: 'blink', text: 'Blink' },
  { value: 'difference', text: 'Difference' },
] as const;

export type Mode = (typeof MODES)[number]['value'];

export function modeOf(setting: string | undefined): Mode {
  return MODES.find((one) => one.value === setting)?.value ?? 'swipe';
}
