import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export interface Import {
  from: string
  to: string
}

const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name)

/** Static and dynamic imports, including types; text that looks like an import also matches. */
const specifiers = /\b(?:from|import)\s*\(?\s*'([^']+)'/g

/** All imports of the project's own files by files below the folder, except tests; paths are relative to the root. */
export function listImports(root: string, folder: string): Import[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return names.filter(isSource).flatMap(name => {
    const from = join(folder, name)
    const targets = [...readFileSync(join(root, from), 'utf8').matchAll(specifiers)].map(([, specifier = '']) => {
      if (specifier.startsWith('#')) return specifier.slice(1)
      return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : null
    })
    return targets.flatMap(to => (to === null ? [] : [{ from, to }]))
  })
}

/** The name of the file's folder directly below `base`; `null` for a file elsewhere. */
export function roomOf(base: string, file: string): string | null {
  if (!file.startsWith(`${base}/`)) return null
  const [room = '', ...rest] = file.slice(base.length + 1).split('/')
  return rest.length > 0 ? room : null
}

/** Imports from one folder directly below `base` into another. */
export function crossings(root: string, base: string): (Import & { fromRoom: string; toRoom: string })[] {
  return listImports(root, base).flatMap(({ from, to }) => {
    const [fromRoom, toRoom] = [roomOf(base, from), roomOf(base, to)]
    return fromRoom === null || toRoom === null || fromRoom === toRoom ? [] : [{ from, to, fromRoom, toRoom }]
  })
}
