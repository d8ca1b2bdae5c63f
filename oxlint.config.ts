import { readdirSync } from 'node:fs'
import { defineConfig } from 'oxlint'
import { featureArrows, floors, outOfReach } from './scripts/house/floors.ts'

interface Restriction {
  group: string[]
  message: string
  allowTypeImports?: boolean
}

/** For each file only the last matching entry applies. */
const restricted = (files: string[], patterns: Restriction[]) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] as ['error', { patterns: Restriction[] }] },
})

const notWeb = {
  group: ['#web/*', '**/web/**'],
  allowTypeImports: true,
  message: 'The server meets the web client only through the built render entry: share through contract/.',
}

const notServer = {
  group: ['#server/*', '**/server/**'],
  message: 'The web client reaches the server through contract/ and web/lib/api.ts only.',
}

const notDomains = {
  group: ['#server/domains/*', '**/domains/**'],
  message: 'What domains stand on does not know them: hand it over as a parameter.',
}

const inDomains = (domain: string) =>
  restricted(
    [`server/domains/${domain}/**`],
    [
      notWeb,
      {
        group: outOfReach(domain).map(other => `#server/domains/${other}/**`),
        message:
          'On the same floor or above (scripts/house/floors.ts): name an event, and let server/events.ts say who hears of it.',
      },
    ],
  )

const features = readdirSync('web/features')

const inFeature = (feature: string) => {
  const known = featureArrows.filter(([from]) => from === feature).map(([, to]) => to)
  const unknown = features.filter(other => other !== feature && !known.includes(other))
  return restricted(
    [`web/features/${feature}/**`],
    [
      notServer,
      {
        group: unknown.map(other => `#web/features/${other}/**`),
        message:
          'Features do not know each other (scripts/house/floors.ts): let the screen in web/app put them together.',
      },
    ],
  )
}

/** ARIA roles for which HTML has elements. */
const rolesOfElements = `
  article banner blockquote button caption cell checkbox code columnheader complementary contentinfo deletion emphasis
  figure form grid gridcell group heading insertion link list listitem main mark meter navigation paragraph radio region
  row rowgroup rowheader search searchbox separator strong subscript superscript table term textbox time`

export default defineConfig({
  ignorePatterns: ['dist', 'node_modules', 'data'],
  options: { reportUnusedDisableDirectives: 'error' },
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y'],
  categories: { correctness: 'error' },
  rules: {
    // Differences from the category
    'no-cond-assign': ['error', 'always'],
    'no-unused-vars': [
      'error',
      { args: 'all', argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
    ],
    'typescript/unbound-method': 'off',
    'typescript/no-misused-spread': 'off',
    // `new Array(n)` for a known length, and spread literals that keep long lists in lines.
    'unicorn/no-new-array': 'off',
    'unicorn/no-useless-spread': 'off',
    'jsx-a11y/control-has-associated-label': 'off',
    'jsx-a11y/label-has-associated-control': ['error', { depth: 5 }],
    'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }],
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',

    // Mistakes
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-case-declarations': 'error',
    'no-constructor-return': 'error',
    'no-fallthrough': 'error',
    'no-label-var': 'error',
    'no-labels': ['error', { allowLoop: true }],
    'no-new-wrappers': 'error',
    'no-proto': 'error',
    'no-prototype-builtins': 'error',
    'no-redeclare': 'error',
    'no-return-assign': 'error',
    'no-script-url': 'error',
    'no-self-compare': 'error',
    'no-sequences': ['error', { allowInParentheses: false }],
    'no-use-before-define': ['error', { functions: false, classes: false, variables: false }],
    'no-var': 'error',
    'oxc/approx-constant': 'error',
    'oxc/misrefactored-assign-op': 'error',
    'oxc/no-accumulating-spread': 'error',
    'typescript/no-misused-promises': 'error',
    'unicorn/no-document-cookie': 'error',
    'unicorn/no-instanceof-array': 'error',
    'import/no-cycle': 'error',

    // Detours
    'default-case-last': 'error',
    'func-style': ['error', 'declaration', { allowArrowFunctions: true }],
    'no-array-constructor': 'error',
    'no-extra-label': 'error',
    'no-lone-blocks': 'error',
    'no-regex-spaces': 'error',
    'no-unneeded-ternary': 'error',
    'no-useless-computed-key': 'error',
    'no-useless-constructor': 'error',
    'prefer-arrow-callback': ['error', { allowNamedFunctions: true }],
    'prefer-const': 'error',
    'prefer-exponentiation-operator': 'error',
    'prefer-numeric-literals': 'error',
    'prefer-object-has-own': 'error',
    'prefer-regex-literals': 'error',
    'prefer-rest-params': 'error',
    'prefer-template': 'error',
    radix: 'error',
    'typescript/dot-notation': 'error',
    'typescript/prefer-optional-chain': 'error',
    'unicorn/no-static-only-class': 'error',
    'unicorn/no-useless-switch-case': 'error',
    'unicorn/no-useless-undefined': ['error', { checkArguments: false, checkArrowFunctionBody: false }],
    'unicorn/prefer-array-flat': 'error',
    'unicorn/prefer-array-flat-map': 'error',
    'unicorn/prefer-array-index-of': 'error',
    'unicorn/prefer-date-now': 'error',
    'unicorn/prefer-node-protocol': 'error',
    'unicorn/prefer-number-properties': 'error',

    // Types
    'oxc/no-const-enum': 'error',
    'typescript/adjacent-overload-signatures': 'error',
    'typescript/ban-ts-comment': ['error', { 'ts-expect-error': false }],
    'typescript/consistent-type-exports': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-empty-interface': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-import-type-side-effects': 'error',
    'typescript/no-invalid-void-type': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/prefer-function-type': 'error',
    'typescript/prefer-literal-enum-member': 'error',

    // React and accessibility
    'jsx-a11y/anchor-ambiguous-text': 'error',
    'react/button-has-type': 'error',
    'react/forbid-dom-props': [
      'error',
      {
        forbid: [
          {
            propName: 'role',
            disallowedValues: rolesOfElements.trim().split(/\s+/),
            message: 'HTML has an element for this role.',
          },
        ],
      },
    ],
    'react/jsx-no-comment-textnodes': 'error',
    'react/jsx-no-script-url': 'error',
    'react/jsx-no-target-blank': 'error',
    'react/jsx-no-useless-fragment': 'error',
    'react/no-array-index-key': 'error',
    'react/no-danger': 'error',
    'react/rules-of-hooks': 'error',
  },
  overrides: [
    // Whoever opens a screen reads it whole.
    {
      files: ['web/**'],
      rules: { 'max-lines-per-function': ['error', { max: 120 }], complexity: ['error', { max: 30 }] },
    },
    {
      files: ['**/*.test.{ts,tsx}'],
      plugins: ['vitest'],
      rules: {
        'no-script-url': 'off',
        'max-lines-per-function': 'off',
        // Takes the argument of `Promise.withResolvers<void>()` for a mistake.
        'typescript/no-invalid-void-type': 'off',
        'vitest/no-duplicate-hooks': 'error',
        'vitest/expect-expect': 'off',
        'vitest/no-conditional-expect': 'off',
        'vitest/no-standalone-expect': 'off',
        'vitest/require-mock-type-parameters': 'off',
        'vitest/require-to-throw-message': 'off',
        'vitest/valid-expect': 'off',
        'vitest/valid-title': 'off',
      },
    },
    {
      files: ['**/*.{test,spec}.{ts,tsx}'],
      rules: { 'import/no-named-export': 'error', 'import/no-default-export': 'error' },
    },
    {
      files: ['server/**/*.test.ts', 'server/test/**'],
      rules: { 'typescript/no-explicit-any': 'off' },
    },
    // Functions there are called `use` too.
    { files: ['server/**', 'bench/**', 'e2e/**'], rules: { 'react/rules-of-hooks': 'off' } },
    {
      files: ['e2e/**'],
      rules: { 'no-restricted-properties': ['error', { property: 'only', message: 'All tests must run.' }] },
    },
    restricted(
      ['contract/**'],
      [
        {
          group: ['#server/*', '#web/*', '**/server/**', '**/web/**'],
          message: 'contract/ knows neither side: move the shape here.',
        },
      ],
    ),
    restricted(['server/**'], [notWeb]),
    restricted(
      ['server/platform/**', 'server/policy/**', 'server/drawings/**', 'server/reading/**'],
      [notWeb, notDomains],
    ),
    restricted(['server/reading/**/*.test.ts'], [notWeb]),
    ...floors.flat().map(inDomains),
    restricted(['web/**'], [notServer]),
    ...features.map(inFeature),
    restricted(
      ['web/ui/**', 'web/lib/**'],
      [
        {
          group: ['#server/*', '**/features/**', '**/app/**', '#web/features/*', '#web/app/*'],
          message: 'web/ui and web/lib are below features and screens: pass what they need as properties.',
        },
      ],
    ),
    // Tests may import from all layers.
    { files: ['server/**/*.test.ts'], rules: { 'no-restricted-imports': ['error', { patterns: [notWeb] }] } },
  ],
})
