// What the time of a step went to: the roles in the order they are stacked, with names and colors.

export interface Role {
  key: string;
  label: string;
  /** The same in every view. */
  color: string;
  hint: string;
}

export const ROLES: readonly Role[] = [
  { key: 'kernel', label: 'Kernel', color: 'var(--run-1)', hint: 'A kernel computed on the device' },
  {
    key: 'communication',
    label: 'Communication',
    color: 'var(--run-6)',
    hint: 'A collective ran while nothing computed',
  },
  { key: 'memcpy', label: 'Memcpy', color: 'var(--run-5)', hint: 'Memory was copied from or to the device' },
  { key: 'memset', label: 'Memset', color: 'var(--run-11)', hint: 'Memory of the device was filled' },
  {
    key: 'runtime',
    label: 'Runtime',
    color: 'var(--run-10)',
    hint: 'The host was in the CUDA runtime or driver, the device idle',
  },
  {
    key: 'data_loading',
    label: 'Data loading',
    color: 'var(--run-2)',
    hint: 'The host waited for the data loader, the device idle',
  },
  { key: 'cpu', label: 'CPU', color: 'var(--run-3)', hint: 'An operator ran on the host, the device idle' },
  { key: 'other', label: 'Other', color: 'var(--run-12)', hint: 'Nothing that was recorded was at work' },
];

/** The color of a kernel, copy or fill by its category. */
export function colorOf(category: string): string {
  return (ROLES.find((role) => role.key === category) ?? ROLES[0])?.color ?? '';
}
