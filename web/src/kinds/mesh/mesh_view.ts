// A mesh or a cloud of points ready to be drawn: its scene, its lights and its camera.
import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  DirectionalLight,
  DoubleSide,
  Group,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  Fog,
  OrthographicCamera,
  PerspectiveCamera,
  PointLight,
  Matrix4,
  Points,
  PointsMaterial,
  Scene,
  type Light,
} from 'three';
import type { LightConfig, MeshConfig } from './config.ts';
import { ballAround, type Ball, type Geometry } from './geometry.ts';
import { pickPoint, placeOn, type PictureSize, type Spot } from './pick.ts';
import { poseFrom, stand, START } from './pose.ts';
import type { Pose } from '../../charts/base/pose.ts';
import { theStage } from './stage.ts';

export interface Look {
  wireframe: boolean;
  /** Pixels; null: as configured, or by how many there are. */
  pointSize_px: number | null;
  /** For what has no colors of its own. */
  color: string;
  /** The color behind the mesh. */
  backdrop: string;
  /** Which axis points up. */
  up: 'y' | 'z';
}

// Since its physical units three needs π times the brightness that older configurations were made for.
const OLD_LIGHT = Math.PI;

export class MeshView {
  readonly ball: Ball;
  readonly #scene = new Scene();
  readonly #group = new Group();
  readonly #lamp = new DirectionalLight('#ffffff', 2);
  readonly #geometry = new BufferGeometry();
  readonly #material: MeshStandardMaterial | PointsMaterial;
  readonly #hasColors: boolean;
  readonly #point_px: number;
  readonly #positions: Float32Array;
  /** From the mesh to the last picture: x and y from −1 to 1. */
  readonly #toPicture = new Matrix4();

  constructor(
    geometry: Geometry,
    readonly config: MeshConfig,
  ) {
    this.#positions = geometry.positions;
    this.ball = ballAround(geometry.positions);
    this.#geometry.setAttribute('position', new BufferAttribute(geometry.positions, 3));
    this.#hasColors = geometry.colors.length === geometry.positions.length && geometry.colors.length > 0;
    this.#point_px =
      geometry.positions.length < 600
        ? 6
        : geometry.positions.length < 6000
          ? 4
          : geometry.positions.length < 60_000
            ? 2
            : 1;
    if (this.#hasColors) this.#geometry.setAttribute('color', linear(geometry.colors));
    this.#material = this.#makeMaterial(geometry);
    this.#scene.add(this.#group);
    this.#light();
  }

  /** Where the camera is before anybody moved it; `frame` is the ball that it must see. */
  start(frame: Ball): Pose {
    return this.config.position ? poseFrom(this.config.position, frame, this.config.fov) : START;
  }

  draw(target: HTMLCanvasElement, pose: Pose, frame: Ball, look: Look): void {
    this.#dress(look, target.width / Math.max(1, target.clientWidth));
    this.#group.rotation.x = look.up === 'z' ? -Math.PI / 2 : 0;
    const ball = look.up === 'z' ? { ...frame, center: lying(frame.center) } : frame;
    const camera = this.#camera(pose, ball, target.width / Math.max(1, target.height));
    this.#lamp.position.copy(camera.position);
    // Points of one color have no shade: what is farther away fades.
    const { distance } = stand(pose, ball, this.config.fov);
    if (this.#material instanceof PointsMaterial && !this.#hasColors)
      this.#scene.fog = new Fog(look.backdrop, distance - ball.radius, distance + 1.6 * ball.radius);
    this.#group.updateMatrixWorld();
    this.#toPicture
      .multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse)
      .multiply(this.#group.matrixWorld);
    theStage().draw(this.#scene, camera, target);
  }

  /** The point drawn at a place of the last picture; `size` is that of the picture, in the same pixels. */
  pick(x_px: number, y_px: number, size: PictureSize): Spot | null {
    const isSurface = this.#material instanceof MeshStandardMaterial && !this.#material.wireframe;
    return pickPoint(this.#positions, this.#toPicture.elements, size, x_px, y_px, isSurface);
  }

  /** Where a point is in the last picture; null: behind the camera. */
  placeOf(point: number, size: PictureSize): { x: number; y: number } | null {
    return placeOn(this.#positions, point, this.#toPicture.elements, size);
  }

  destroy(): void {
    this.#geometry.dispose();
    this.#material.dispose();
  }

  #makeMaterial(geometry: Geometry): MeshStandardMaterial | PointsMaterial {
    const { opacity, roughness, metalness, flat } = this.config;
    const shared = { vertexColors: this.#hasColors, opacity, transparent: opacity < 1 };
    if (geometry.faces.length === 0) {
      const material = new PointsMaterial({ ...shared, map: disc(), alphaTest: 0.5 });
      this.#group.add(new Points(this.#geometry, material));
      return material;
    }
    this.#geometry.setIndex(new BufferAttribute(geometry.faces, 1));
    this.#geometry.computeVertexNormals();
    const material = new MeshStandardMaterial({
      ...shared,
      roughness,
      metalness,
      flatShading: flat,
      side: DoubleSide,
    });
    this.#group.add(new Mesh(this.#geometry, material));
    return material;
  }

  #dress(look: Look, ratio: number): void {
    const material = this.#material;
    material.color = new Color(this.config.color ?? (this.#hasColors ? '#ffffff' : look.color));
    if (material instanceof MeshStandardMaterial) {
      material.wireframe = look.wireframe || this.config.wireframe === true;
      return;
    }
    const inUnits = look.pointSize_px === null && this.config.pointSize !== null;
    if (material.sizeAttenuation !== inUnits) {
      material.sizeAttenuation = inUnits;
      material.needsUpdate = true;
    }
    material.size = inUnits
      ? (this.config.pointSize as number)
      : (look.pointSize_px ?? this.#point_px) * ratio;
  }

  #light(): void {
    if (this.config.lights) {
      for (const light of this.config.lights) this.#scene.add(lightOf(light));
      return;
    }
    // A light at the camera shows every side; a brighter sky shows which way is up.
    this.#scene.add(new HemisphereLight('#ffffff', '#8890a0', 1.5), this.#lamp);
  }

  #camera(pose: Pose, ball: Ball, aspect: number): PerspectiveCamera | OrthographicCamera {
    const { fov, near, far, isOrthographic } = this.config;
    // The field of view is that of the shorter side, so that a mesh fits upright cards too.
    const upright =
      aspect >= 1 ? fov : (2 * Math.atan(Math.tan((fov * Math.PI) / 360) / aspect) * 180) / Math.PI;
    const { from, to, distance } = stand(pose, ball, fov);
    const [close, deep] = [
      near ?? Math.max(distance / 1000, distance - 4 * ball.radius),
      far ?? distance + 20 * ball.radius,
    ];
    const half = (ball.radius * 1.08) / pose.zoom / Math.min(1, aspect);
    const camera = isOrthographic
      ? new OrthographicCamera(-half * aspect, half * aspect, half, -half, close, deep)
      : new PerspectiveCamera(upright, aspect, close, deep);
    camera.position.set(...from);
    camera.lookAt(...to);
    camera.updateMatrixWorld();
    return camera;
  }
}

function lying([x, y, z]: readonly [number, number, number]): [number, number, number] {
  return [x, z, -y];
}

function lightOf({ kind, color, intensity, position }: LightConfig): Light {
  const strength = intensity * OLD_LIGHT;
  const light =
    kind === 'ambient'
      ? new AmbientLight(color, strength)
      : kind === 'hemisphere'
        ? new HemisphereLight(color, '#444444', strength)
        : kind === 'point'
          ? new PointLight(color, strength, 0, 0)
          : new DirectionalLight(color, strength);
  if (position) light.position.set(...position);
  return light;
}

let round: CanvasTexture | null = null;

/** Points are drawn as discs, not as the squares that WebGL has. */
function disc(): CanvasTexture {
  if (round) return round;
  const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 32 });
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#ffffff';
    context.arc(16, 16, 15, 0, 2 * Math.PI);
    context.fill();
  }
  round = new CanvasTexture(canvas);
  return round;
}

/** Logged colors are as screens show them; three computes with light. */
function linear(colors: Uint8Array): BufferAttribute {
  const light = Array.from(
    { length: 256 },
    (_, channel) => new Color().setRGB(channel / 255, 0, 0, 'srgb').r,
  );
  return new BufferAttribute(
    Float32Array.from(colors, (channel) => light[channel] as number),
    3,
  );
}
