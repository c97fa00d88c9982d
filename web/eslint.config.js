// What the linter holds: strict types, and the layer order of imports.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

// Imports go down only; a layer may use itself and what stands before it. `widgets`, `charts` and `data` stand side by side.
const LOWEST = ['widgets', 'charts', 'data'];
const ABOVE = ['public', 'kinds', 'dashboards', 'app'];

function forbid(layer, others) {
  return {
    files: [`src/${layer}/**/*.{ts,svelte}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: `^(\\.\\./)+(${others.join('|')})(/|$)`, message: `${layer} stands below this layer.` },
          ],
        },
      ],
    },
  };
}

const layers = [
  ...LOWEST.map((layer) => forbid(layer, ABOVE)),
  ...ABOVE.slice(0, -1).map((layer, i) => forbid(layer, ABOVE.slice(i + 1))),
];

export default ts.config(
  { ignores: ['node_modules', 'test-results', 'dist'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: { 'svelte/no-navigation-without-resolve': 'off', 'svelte/prefer-svelte-reactivity': 'off' },
  },
  {
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-undef': 'off',
      // The compiler checks this, and understands `||=`.
      'no-unused-private-class-members': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  ...layers,
);
