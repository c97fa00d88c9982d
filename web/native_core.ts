// The native core as WebAssembly, for every build and test that reports compute in: `import … from 'sightline.wasm?inline'`.
import { fileURLToPath } from 'node:url';

export const nativeCore = {
  assetsInclude: ['**/*.wasm'],
  alias: {
    find: /^sightline\.wasm/,
    replacement: fileURLToPath(new URL('../native/wasm/sightline.wasm', import.meta.url)),
  },
};
