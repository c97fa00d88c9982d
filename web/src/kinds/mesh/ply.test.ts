import { expect, it } from 'vitest';
import { plyText } from './ply.ts';

it('writes points, colors and faces in the order that its head tells', () => {
  const text = plyText({
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1.5, 0),
    colors: Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255),
    faces: Uint32Array.of(0, 1, 2),
  });
  expect(text.split('\n')).toEqual([
    'ply',
    'format ascii 1.0',
    'element vertex 3',
    'property float x',
    'property float y',
    'property float z',
    'property uchar red',
    'property uchar green',
    'property uchar blue',
    'element face 1',
    'property list uchar int vertex_indices',
    'end_header',
    '0 0 0 255 0 0',
    '1 0 0 0 255 0',
    '0 1.5 0 0 0 255',
    '3 0 1 2',
    '',
  ]);
});

it('has no faces and no colors where none were logged', () => {
  const text = plyText({
    positions: Float32Array.of(1, 2, 3),
    colors: new Uint8Array(),
    faces: new Uint32Array(),
  });
  expect(text).toBe(
    'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n1 2 3\n',
  );
});
