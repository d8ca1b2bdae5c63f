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

export default defineConfig({
  ignorePatterns: ['dist', 'node_modules', 'data'],
  plugins: ['typescript', 'import', 'promise', 'react'],
  categories: { correctness: 'error' },
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/unbound-method': 'off',
    'typescript/no-misused-spread': 'off',
    'import/no-cycle': 'error',
  },
  overrides: [
    {
      files: ['server/**/*.test.ts', 'server/test/**'],
      rules: { 'typescript/no-explicit-any': 'off' },
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
    restricted(['server/platform/**', 'server/policy/**', 'server/illustration/**'], [notWeb, notDomains]),
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
