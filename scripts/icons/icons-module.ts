import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { icons as lucide } from '@iconify-json/lucide'
import { pathOfShapes } from './path-of-shapes.ts'

const web = fileURLToPath(new URL('../../web', import.meta.url))

export const iconsFile = join(web, 'ui/icons.ts')

/** The names of the icons that are imported from web/ui/icons.ts, in alphabetical order. */
export function usedIcons(): string[] {
  const names = new Set<string>()
  for (const file of readdirSync(web, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.tsx')) continue
    const text = readFileSync(join(web, file), 'utf8')
    for (const [, imported = ''] of text.matchAll(/import \{([^}]*)\} from '#web\/ui\/icons\.ts'/g)) {
      for (const name of imported.split(',')) if (name.trim()) names.add(name.trim())
    }
  }
  return [...names].toSorted()
}

/** `ArrowDownAZ` is called `arrow-down-a-z`, `Link2Off` `link-2-off`. */
const nameInLucide = (name: string) =>
  name.replace(/(?<=[a-z])(?=\d)|(?<=\d)(?=[A-Z])|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z])/g, '-').toLowerCase()

function shapesOf(name: string): string {
  const wanted = nameInLucide(name)
  const icon = lucide.icons[lucide.aliases?.[wanted]?.parent ?? wanted]
  if (!icon) throw new Error(`Lucide has no icon ${wanted}`)
  return pathOfShapes(icon.body)
}

/** The text of web/ui/icons.ts with these icons. */
export function iconsModule(names: string[]): string {
  const lines = names.map(name => `export const ${name} = icon('${shapesOf(name)}')`)
  return `// Written by \`npm run icons\` from Lucide (ISC licence), each icon as one path in one line, which can be searched.
import { icon } from './icon.tsx'

${lines.join('\n')}
`
}
