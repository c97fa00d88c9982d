// The views of a profile, in the order of the toolbar.

export const VIEWS = [
  { value: 'overview', text: 'Overview' },
  { value: 'operators', text: 'Operators' },
  { value: 'kernels', text: 'Kernels' },
  { value: 'timeline', text: 'Timeline' },
  { value: 'memory', text: 'Memory' },
  { value: 'stacks', text: 'Stacks' },
  { value: 'distributed', text: 'Distributed' },
  { value: 'compare', text: 'Compare' },
  { value: 'launches', text: 'Launches' },
  { value: 'files', text: 'Files' },
] as const;

export type ViewName = (typeof VIEWS)[number]['value'];
