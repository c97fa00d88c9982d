// What the time of a step went to: the roles in the order they are stacked, with names and colors. A profile has those
// of who made it: torch's, or TensorFlow's and JAX's.

export interface Role {
  key: string;
  label: string;
  /** The same in every view. */
  color: string;
  hint: string;
}

export const ROLES: readonly Role[] = [
  { key: 'kernel', label: 'Kernel', color: 'var(--run-1)', hint: 'A kernel computed on the device' },
  { key: 'compute', label: 'Compute', color: 'var(--run-1)', hint: 'The device computed' },
  {
    key: 'communication',
    label: 'Communication',
    color: 'var(--run-6)',
    hint: 'A collective ran while nothing computed',
  },
  {
    key: 'collectives',
    label: 'Collectives',
    color: 'var(--run-6)',
    hint: 'A collective ran while nothing computed',
  },
  { key: 'memcpy', label: 'Memcpy', color: 'var(--run-5)', hint: 'Memory was copied from or to the device' },
  {
    key: 'copies',
    label: 'Copies',
    color: 'var(--run-5)',
    hint: 'Memory was copied from, to or between devices',
  },
  {
    key: 'host_to_device',
    label: 'Host to device',
    color: 'var(--run-5)',
    hint: 'Data was put on the device while nothing computed',
  },
  {
    key: 'device_to_host',
    label: 'Device to host',
    color: 'var(--run-7)',
    hint: 'Data was fetched from the device while nothing computed',
  },
  {
    key: 'device_to_device',
    label: 'Device to device',
    color: 'var(--run-11)',
    hint: 'Memory was copied on the device or between devices while nothing computed',
  },
  { key: 'memset', label: 'Memset', color: 'var(--run-11)', hint: 'Memory of the device was filled' },
  {
    key: 'runtime',
    label: 'Runtime',
    color: 'var(--run-10)',
    hint: 'The host was in the CUDA runtime or driver, the device idle',
  },
  {
    key: 'launch',
    label: 'Launch',
    color: 'var(--run-10)',
    hint: 'The host launched work, the device idle',
  },
  {
    key: 'data_loading',
    label: 'Data loading',
    color: 'var(--run-2)',
    hint: 'The host waited for the data loader, the device idle',
  },
  {
    key: 'input',
    label: 'Input',
    color: 'var(--run-2)',
    hint: 'The host or the device waited for input data',
  },
  {
    key: 'compile',
    label: 'Compile',
    color: 'var(--run-4)',
    hint: 'The step was lowered and compiled, the device idle',
  },
  { key: 'cpu', label: 'CPU', color: 'var(--run-3)', hint: 'An operator ran on the host, the device idle' },
  { key: 'host', label: 'Host', color: 'var(--run-3)', hint: 'The host worked, the device idle' },
  { key: 'other', label: 'Other', color: 'var(--ink-4)', hint: 'Nothing that was recorded was at work' },
];

/** The roles that a split names, with their places in the list of all. */
export function rolesOf(
  ...splits: readonly Readonly<Record<string, unknown>>[]
): readonly (Role & { place: number })[] {
  return ROLES.map((role, place) => ({ ...role, place })).filter(({ key }) =>
    splits.some((split) => key in split),
  );
}

/** The color of a kernel, copy or fill by its category. */
export function colorOf(category: string): string {
  return (ROLES.find((role) => role.key === category) ?? ROLES[0])?.color ?? '';
}
