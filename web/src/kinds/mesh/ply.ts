// A mesh as a PLY file, which every viewer of three dimensions reads.
import type { Geometry } from './geometry.ts';

export function plyText({
  positions,
  faces,
  colors,
}: Pick<Geometry, 'positions' | 'faces' | 'colors'>): string {
  const hasColors = colors.length === positions.length && colors.length > 0;
  const lines = [
    'ply',
    'format ascii 1.0',
    `element vertex ${String(positions.length / 3)}`,
    ...['x', 'y', 'z'].map((axis) => `property float ${axis}`),
    ...(hasColors ? ['red', 'green', 'blue'].map((channel) => `property uchar ${channel}`) : []),
    ...(faces.length > 0
      ? [`element face ${String(faces.length / 3)}`, 'property list uchar int vertex_indices']
      : []),
    'end_header',
  ];
  for (let i = 0; i < positions.length; i += 3)
    lines.push([...positions.subarray(i, i + 3), ...(hasColors ? colors.subarray(i, i + 3) : [])].join(' '));
  for (let i = 0; i < faces.length; i += 3) lines.push(`3 ${faces.subarray(i, i + 3).join(' ')}`);
  return `${lines.join('\n')}\n`;
}
