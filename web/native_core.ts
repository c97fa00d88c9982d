// The modules of native/wasm, for every build and test: `import … from 'sightline.wasm?inline'` or `'cloud.wasm?inline'`.
import { fileURLToPath } from 'node:url';

export const nativeCore = {
  assetsInclude: ['**/*.wasm'],
  alias: {
    find: /^(sightline|cloud)\.wasm/,
    replacement: fileURLToPath(new URL('../native/wasm/$1.wasm', import.meta.url)),
  },
};
