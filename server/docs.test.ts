import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['contract', 'server', 'web', 'e2e', 'bench', 'scripts', 'docs', 'deploy']
const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
]
const scripts = Object.keys(
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts,
)

describe.each(documents)('%s', document => {
  const text = readFileSync(join(root, document), 'utf8')

  it('links to files that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(match => match[1] ?? '')
    expect(links.filter(link => !existsSync(join(root, dirname(document), link)))).toEqual([])
  })

  it('names paths that exist', () => {
    const paths = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(match => match[1] ?? '')
    const ours = paths.filter(path => folders.includes(path.split('/')[0] ?? ''))
    expect(ours.filter(path => !existsSync(join(root, path)))).toEqual([])
  })

  it('names scripts that exist', () => {
    const named = [...text.matchAll(/npm (?:run )?(start|test|[\w:]+)(?=`|\s)/g)]
      .map(match => match[1] ?? '')
      .filter(name => !['ci', 'run', 'install', 'audit'].includes(name))
    expect(named.filter(name => !scripts.includes(name))).toEqual([])
  })
})
