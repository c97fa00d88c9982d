// Points set as squares of pixels, four at a time: the page draws clouds with it where WebGL would be drawn
// in software.
//
// The page lays out this module's memory; there is no allocator and no library. A word of the picture has one
// bit for dim points, 22 for the distance and 8 for the color, so that one comparison tells which point is in
// front: the least word.
#include <wasm_simd128.h>

#include <stdint.h>

#include "wasm/exports.h"

namespace {

constexpr int32_t kHidden = 255;
constexpr int32_t kDim = 254;
constexpr int32_t kDimBit = 0x40000000;
constexpr int32_t kFarthest = 0x3fffff;
constexpr int32_t kEmpty = 0x7fffffff;
// Points nearer than this are behind the camera.
constexpr float kNearest = 0.05F;

// What the page writes before each picture.
struct Scene {
  // What a place adds to x · w, y · w (in pixels) and w, each by its x, y, z and 1.
  float x[4], y[4], w[4];
  int32_t width, height;
  // The side of all squares; 0: each has its own, twice its radius times `ratio`.
  int32_t side;
  float ratio;
  // Whether the nearest point is in front; else the last.
  int32_t is_solid;
};

struct Four {
  v128_t x, y, z;
};

// x, y, z of four points from twelve numbers in a row.
Four load_four(const float* at) {
  const v128_t a = wasm_v128_load(at);
  const v128_t b = wasm_v128_load(at + 4);
  const v128_t c = wasm_v128_load(at + 8);
  return {
      wasm_i32x4_shuffle(wasm_i32x4_shuffle(a, b, 0, 3, 6, 6), c, 0, 1, 2, 5),
      wasm_i32x4_shuffle(wasm_i32x4_shuffle(a, b, 1, 4, 7, 7), c, 0, 1, 2, 6),
      wasm_i32x4_shuffle(wasm_i32x4_shuffle(a, b, 2, 5, 5, 5), c, 0, 1, 4, 7),
  };
}

v128_t dot(const float* row, const Four& p) {
  const v128_t x = wasm_f32x4_mul(wasm_f32x4_splat(row[0]), p.x);
  const v128_t y = wasm_f32x4_mul(wasm_f32x4_splat(row[1]), p.y);
  const v128_t z = wasm_f32x4_mul(wasm_f32x4_splat(row[2]), p.z);
  return wasm_f32x4_add(wasm_f32x4_add(x, y), wasm_f32x4_add(z, wasm_f32x4_splat(row[3])));
}

v128_t within(v128_t place, v128_t end) {
  return wasm_v128_and(wasm_f32x4_ge(place, wasm_f32x4_splat(0)), wasm_f32x4_lt(place, end));
}

v128_t shades_of(const uint8_t* at) {
  return wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(wasm_v128_load32_zero(at)));
}

// Distances from 0 to kFarthest; without depth what comes later is nearer.
v128_t depths(const Scene& scene, v128_t scale, int32_t first) {
  if (scene.is_solid) {
    const v128_t nearness = wasm_f32x4_mul(wasm_f32x4_splat(kFarthest * kNearest), scale);
    return wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_sub(wasm_f32x4_splat(kFarthest), nearness));
  }
  const v128_t place = wasm_i32x4_add(wasm_i32x4_splat(first), wasm_i32x4_make(0, 1, 2, 3));
  return wasm_i32x4_max(wasm_i32x4_sub(wasm_i32x4_splat(kFarthest), place), wasm_i32x4_splat(0));
}

v128_t sides(const Scene& scene, const float* radii, int32_t first) {
  if (scene.side > 0) return wasm_f32x4_splat(static_cast<float>(scene.side));
  const v128_t twice = wasm_f32x4_mul(wasm_v128_load(radii + first), wasm_f32x4_splat(2 * scene.ratio));
  return wasm_f32x4_max(wasm_f32x4_nearest(twice), wasm_f32x4_splat(1));
}

void put(int32_t* word, int32_t value) { *word = value < *word ? value : *word; }

void put_square(int32_t* words, int32_t place, int32_t width, int32_t side, int32_t value) {
  for (int32_t line = 0; line < side; line += 1, place += width)
    for (int32_t column = 0; column < side; column += 1) put(words + place + column, value);
}

}  // namespace

// All columns are padded to a multiple of four points, with hidden ones. `words` has one word more than the
// picture: there goes what is outside of it, which takes less time than not drawing it.
SIGHTLINE_EXPORT(draw_squares)
void sightline_draw_squares(const Scene* given, int32_t count, const float* positions, const uint8_t* shades,
                            const float* radii, int32_t* words) {
  const Scene scene = *given;
  const int32_t outside = scene.width * scene.height;
  for (int32_t i = 0; i < count; i += 4) {
    const Four points = load_four(positions + 3 * i);
    const v128_t w = dot(scene.w, points);
    const v128_t scale = wasm_f32x4_div(wasm_f32x4_splat(1), w);
    const v128_t side = sides(scene, radii, i);
    const v128_t beyond = wasm_f32x4_sub(side, wasm_f32x4_splat(1));
    const v128_t offset = wasm_f32x4_mul(beyond, wasm_f32x4_splat(0.5F));
    const v128_t x = wasm_f32x4_sub(wasm_f32x4_mul(dot(scene.x, points), scale), offset);
    const v128_t y = wasm_f32x4_sub(wasm_f32x4_mul(dot(scene.y, points), scale), offset);
    const v128_t shade = shades_of(shades + i);
    const v128_t right = wasm_f32x4_sub(wasm_f32x4_splat(static_cast<float>(scene.width)), beyond);
    const v128_t bottom = wasm_f32x4_sub(wasm_f32x4_splat(static_cast<float>(scene.height)), beyond);
    const v128_t in_picture = wasm_v128_and(within(x, right), within(y, bottom));
    const v128_t in_front = wasm_f32x4_gt(w, wasm_f32x4_splat(kNearest));
    const v128_t is_drawn = wasm_v128_andnot(wasm_v128_and(in_picture, in_front),
                                             wasm_i32x4_eq(shade, wasm_i32x4_splat(kHidden)));
    const v128_t dim = wasm_v128_and(wasm_i32x4_eq(shade, wasm_i32x4_splat(kDim)), wasm_i32x4_splat(kDimBit));
    const v128_t word = wasm_v128_or(wasm_v128_or(wasm_i32x4_shl(depths(scene, scale, i), 8), shade), dim);
    const v128_t line = wasm_i32x4_mul(wasm_i32x4_trunc_sat_f32x4(y), wasm_i32x4_splat(scene.width));
    const v128_t place = wasm_v128_bitselect(wasm_i32x4_add(line, wasm_i32x4_trunc_sat_f32x4(x)),
                                             wasm_i32x4_splat(outside), is_drawn);
    if (scene.side == 1) {
      put(words + wasm_i32x4_extract_lane(place, 0), wasm_i32x4_extract_lane(word, 0));
      put(words + wasm_i32x4_extract_lane(place, 1), wasm_i32x4_extract_lane(word, 1));
      put(words + wasm_i32x4_extract_lane(place, 2), wasm_i32x4_extract_lane(word, 2));
      put(words + wasm_i32x4_extract_lane(place, 3), wasm_i32x4_extract_lane(word, 3));
      continue;
    }
    alignas(16) int32_t places[4], values[4], edges[4];
    wasm_v128_store(places, place);
    wasm_v128_store(values, word);
    wasm_v128_store(edges, wasm_i32x4_trunc_sat_f32x4(side));
    for (int lane = 0; lane < 4; lane += 1)
      if (places[lane] != outside) put_square(words, places[lane], scene.width, edges[lane], values[lane]);
  }
}

// Words to colors; the words are empty afterwards, for the next picture. The color at kEmpty & 255 is that of
// the surface.
SIGHTLINE_EXPORT(color_words)
void sightline_color_words(int32_t* words, int32_t count, const uint32_t* colors, uint32_t* pixels) {
  for (int32_t i = 0; i < count; i += 1) {
    pixels[i] = colors[words[i] & 255];
    words[i] = kEmpty;
  }
}
