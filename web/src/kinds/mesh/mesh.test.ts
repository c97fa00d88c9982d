import { expect, it } from 'vitest';
import { configOf } from './config.ts';
import { ballAround, ballOfBoth, sizeText } from './geometry.ts';
import { moved, poseOf, poseText, turned } from '../../charts/base/pose.ts';
import { poseFrom, stand, START, zoomed } from './pose.ts';

const BALL = { center: [10, 0, 0], radius: 2 } as const;

it('puts a ball around all points, and one of some size around a single one', () => {
  expect(ballAround(Float32Array.of(0, 0, 0, 2, 4, 4))).toEqual({ center: [1, 2, 2], radius: 3 });
  expect(ballAround(Float32Array.of(-1, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0)).radius).toBe(1);
  expect(ballAround(Float32Array.of(5, 5, 5))).toEqual({ center: [5, 5, 5], radius: 1 });
  expect(ballAround(new Float32Array())).toEqual({ center: [0, 0, 0], radius: 1 });
});

it('puts one ball around two', () => {
  const small = { center: [0, 0, 0], radius: 1 } as const;
  expect(ballOfBoth(small, { center: [0.5, 0, 0], radius: 4 })).toEqual({ center: [0.5, 0, 0], radius: 4 });
  expect(ballOfBoth(small, small)).toEqual(small);
  expect(ballOfBoth(small, { center: [4, 0, 0], radius: 1 })).toEqual({ center: [2, 0, 0], radius: 3 });
});

it('says how much there is', () => {
  expect(sizeText({ n_vertices: 1200, n_faces: 1 })).toBe('1,200 vertices, 1 face');
  expect(sizeText({ n_vertices: 1, n_faces: 0 })).toBe('1 point');
});

it('frames the ball from any side, nearer when zoomed', () => {
  const far = stand(START, BALL, 60);
  expect(far.to).toEqual([10, 0, 0]);
  expect(far.distance).toBeCloseTo(4.32, 2);
  expect(Math.hypot(far.from[0] - 10, far.from[1], far.from[2])).toBeCloseTo(far.distance, 6);
  expect(stand(zoomed(START, 2), BALL, 60).distance).toBeCloseTo(far.distance / 2, 6);
});

it('turns, but not over the pole, and moves with the pointer', () => {
  expect(turned(START, 0, 10_000).pitch).toBeLessThan(Math.PI / 2);
  expect(turned(START, 100, 0).yaw).toBeCloseTo(START.yaw - 1, 6);
  const flat = { ...START, yaw: 0, pitch: 0 };
  expect(stand(moved(flat, -50, 0, 100), BALL, 60).to[0]).toBeCloseTo(11, 6);
  expect(stand(moved(flat, 0, 50, 100), BALL, 60).to[1]).toBeCloseTo(1, 6);
});

it('takes the pose of a camera that was logged', () => {
  const { from } = stand({ ...START, zoom: 0.5 }, BALL, 60);
  const pose = poseFrom(from, BALL, 60);
  expect([pose.yaw, pose.pitch, pose.zoom].map((one) => Number(one.toFixed(6)))).toEqual([0.7, 0.45, 0.5]);
  expect(poseFrom([10, 0, 0], BALL, 60)).toEqual(START);
});

it('keeps a pose in a link, and nothing that is none', () => {
  const pose = { yaw: 1, pitch: -0.5, zoom: 2.5, right: 0.1, up: 0 };
  expect(poseOf(poseText(pose))).toEqual(pose);
  expect([poseOf(undefined), poseOf('1,2,3'), poseOf('1,2,0,0,0'), poseOf('a,b,c,d,e')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it('takes from a configuration what it knows, and nothing unfit', () => {
  const found = configOf({
    camera: { cls: 'PerspectiveCamera', fov: 75, position: [1, 2, 3] },
    material: { cls: 'PointsMaterial', size: 0.05, color: 0xff8800, wireframe: true },
    lights: [{ cls: 'AmbientLight', color: '#ffffff', intensity: 0.75 }, { cls: 'NoLight' }],
  });
  expect([found.fov, found.position, found.pointSize, found.color, found.wireframe]).toEqual([
    75,
    [1, 2, 3],
    0.05,
    '#ff8800',
    true,
  ]);
  expect(found.lights).toEqual([{ kind: 'ambient', color: '#ffffff', intensity: 0.75, position: null }]);
  const odd = configOf({ camera: { fov: 'wide', position: [1, 'x', 3] }, material: [1], lights: 'sun' });
  expect([odd.fov, odd.position, odd.pointSize, odd.lights, odd.opacity]).toEqual([60, null, null, null, 1]);
  expect(configOf(null).fov).toBe(60);
});
