// Points drawn by the graphics card: one draw call for all, discs with smooth edges, the nearest in front.
import { DIM, HIDDEN, type CloudPoints } from './points.ts';
import type { Scene } from './scene.ts';

const VERTEX = `#version 300 es
uniform mat4 view;
uniform sampler2D palette;
uniform float usualSize;
uniform float ratio;
uniform int dimPass;
in vec3 position;
in float shade;
in float radius;
out vec3 color;
out float size;
void main() {
  bool isDim = shade == ${String(DIM)}.0;
  gl_Position = view * vec4(position, 1.0);
  if (shade == ${String(HIDDEN)}.0 || isDim != (dimPass == 1)) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  color = texelFetch(palette, ivec2(int(shade), 0), 0).rgb;
  size = max(1.0, radius > 0.0 ? 2.0 * radius * ratio : usualSize);
  gl_PointSize = size;
}`;

const FRAGMENT = `#version 300 es
precision mediump float;
uniform float alpha;
uniform int isSolid;
in vec3 color;
in float size;
out vec4 painted;
void main() {
  float away = length(gl_PointCoord - 0.5) * size;
  float share = size < 2.5 ? 1.0 : clamp(size / 2.0 + 0.5 - away, 0.0, 1.0);
  if (share <= 0.0 || (isSolid == 1 && share < 0.4)) discard;
  painted = vec4(color, share * alpha);
}`;

type Uniform = 'view' | 'palette' | 'usualSize' | 'ratio' | 'dimPass' | 'alpha' | 'isSolid';

/** How renderers without a graphics card call themselves. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

export class GlPainter {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #uniforms: Record<Uniform, WebGLUniformLocation | null>;
  readonly #buffers: Record<'positions' | 'shades' | 'radii', WebGLBuffer | null>;
  readonly #palette: WebGLTexture | null;
  #n = 0;
  #hasRadii = false;
  #hasDim = false;

  /** Throws where the browser has no WebGL 2. */
  constructor(readonly canvas: HTMLCanvasElement) {
    const gl = canvas.getContext('webgl2', { antialias: false, alpha: false, preserveDrawingBuffer: true });
    if (!gl) throw new Error('no WebGL 2');
    this.#gl = gl;
    this.#program = linked(gl);
    const place = (name: Uniform): WebGLUniformLocation | null => gl.getUniformLocation(this.#program, name);
    this.#uniforms = {
      view: place('view'),
      palette: place('palette'),
      usualSize: place('usualSize'),
      ratio: place('ratio'),
      dimPass: place('dimPass'),
      alpha: place('alpha'),
      isSolid: place('isSolid'),
    };
    this.#buffers = { positions: gl.createBuffer(), shades: gl.createBuffer(), radii: gl.createBuffer() };
    this.#palette = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.#palette);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  setPositions(positions: Float32Array): void {
    this.#n = positions.length / 3;
    this.#fill('positions', 'position', positions, 3, this.#gl.FLOAT);
  }

  setShades(shades: Uint8Array): void {
    this.#hasDim = shades.includes(DIM);
    this.#fill('shades', 'shade', shades, 1, this.#gl.UNSIGNED_BYTE);
  }

  setRadii(radii: Float32Array | null): void {
    this.#hasRadii = radii !== null;
    if (radii) this.#fill('radii', 'radius', radii, 1, this.#gl.FLOAT);
  }

  setPoints({ positions, shades, radii }: CloudPoints): void {
    this.setPositions(positions);
    this.setShades(shades);
    this.setRadii(radii);
  }

  draw(scene: Scene): void {
    const gl = this.#gl;
    const { width, height } = this.canvas;
    gl.viewport(0, 0, width, height);
    gl.clearColor(...channels(scene.surface), 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.useProgram(this.#program);
    this.#setScene(scene);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    const count = Math.min(scene.count, this.#n);
    for (const dimPass of this.#hasDim ? [1, 0] : [0]) {
      const isSolid = scene.isSolid && dimPass === 0;
      if (isSolid) gl.enable(gl.DEPTH_TEST);
      else gl.disable(gl.DEPTH_TEST);
      gl.uniform1i(this.#uniforms.dimPass, dimPass);
      gl.uniform1i(this.#uniforms.isSolid, isSolid ? 1 : 0);
      gl.uniform1f(this.#uniforms.alpha, dimPass ? 0.4 : scene.isSolid ? 1 : 0.82);
      gl.drawArrays(gl.POINTS, 0, count);
    }
  }

  /** Milliseconds until a picture is really there: reading a pixel back waits for it. */
  timed(scene: Scene): number {
    const started = performance.now();
    this.draw(scene);
    this.#gl.readPixels(0, 0, 1, 1, this.#gl.RGBA, this.#gl.UNSIGNED_BYTE, new Uint8Array(4));
    return performance.now() - started;
  }

  /** Whether there is no graphics card behind it: then points are drawn far slower than by the worker. */
  get isSoftware(): boolean {
    const gl = this.#gl;
    const named = gl.getExtension('WEBGL_debug_renderer_info');
    return SOFTWARE.test(String(gl.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : gl.RENDERER)));
  }

  get isLost(): boolean {
    return this.#gl.isContextLost();
  }

  destroy(): void {
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext();
  }

  #setScene({ matrix, palette, radius_px, ratio }: Scene): void {
    const gl = this.#gl;
    gl.uniformMatrix4fv(this.#uniforms.view, false, matrix);
    gl.uniform1f(this.#uniforms.usualSize, 2 * radius_px);
    gl.uniform1f(this.#uniforms.ratio, ratio);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#palette);
    const bytes = new Uint8Array(palette.buffer as ArrayBuffer, palette.byteOffset, 4 * palette.length);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, palette.length, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    gl.uniform1i(this.#uniforms.palette, 0);
    const at = gl.getAttribLocation(this.#program, 'radius');
    if (this.#hasRadii) gl.enableVertexAttribArray(at);
    else {
      gl.disableVertexAttribArray(at);
      gl.vertexAttrib1f(at, 0);
    }
  }

  #fill(
    buffer: 'positions' | 'shades' | 'radii',
    attribute: string,
    values: Float32Array | Uint8Array,
    size: number,
    type: number,
  ): void {
    const gl = this.#gl;
    const at = gl.getAttribLocation(this.#program, attribute);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers[buffer]);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, size, type, false, 0, 0);
  }
}

function linked(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) throw new Error('no shader');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS))
    throw new Error(gl.getProgramInfoLog(program) ?? 'shader failed');
  return program;
}

function channels(word: number): [number, number, number] {
  return [(word & 255) / 255, ((word >>> 8) & 255) / 255, ((word >>> 16) & 255) / 255];
}
