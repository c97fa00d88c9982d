// Names of nodes: torch's classes apart from the names of modules, ops in place of made-up numbers.
import { expect, it } from 'vitest';
import { titleOf } from './titles.ts';
import { formatTime } from './times.ts';

it.each([
  ['Linear[fc1]', '', 'scope', 'fc1', 'Linear'],
  ['ModuleList[layers]/Block[0]', '', 'scope', 'layers.0', 'Block'],
  ['ModuleList[layers]/Block[0] … Block[11]', '', 'series', 'layers.0 … 11', ''],
  ['layer_0 … layer_99', '', 'series', 'layer_0 … layer_99', ''],
  ['MatMul', 'MatMul', 'operation', 'MatMul', ''],
  ['682', 'aten::layer_norm', 'operation', 'layer_norm', '682'],
  ['ReLU[1]/input.5', 'aten::relu', 'operation', '1', 'relu'],
  ['input/x', 'IO Node', 'operation', 'input / x', 'IO Node'],
  ['output/output.1', 'IO Node', 'operation', 'output', 'output.1'],
] as const)('calls %s (%s) %s', (label, op, part, title, kind) => {
  expect(titleOf({ label, op, part })).toEqual({ title, kind });
});

it.each([
  [12, '12 ns'],
  [241_300, '241 µs'],
  [2_414_000, '2.41 ms'],
  [3e9, '3 s'],
] as const)('writes %i ns as %s', (time_ns, text) => expect(formatTime(time_ns)).toBe(text));
