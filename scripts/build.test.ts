import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuild } from '#server/test/processes.ts'
import { dist } from './outdated-parts.ts'
import { type LockedPackage, lockedPackages, nameOf, sbom } from './sbom.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(path, 'utf8')
const minute = 60_000

beforeAll(ensureBuild, 5 * minute)

// Once a run is enough: no database has a part in it.
describe.skipIf(process.env.TEST_DATABASE_URL)('another build of the same sources', () => {
  let again: string

  beforeAll(async () => {
    again = mkdtempSync(join(tmpdir(), 'dendro-built-again-'))
    // What the image is built from.
    for (const line of read(join(root, 'deploy/Dockerfile.dockerignore')).split('\n'))
      if (line.startsWith('!')) cpSync(join(root, line.slice(1)), join(again, line.slice(1)), { recursive: true })
    const packages = lockedPackages()
    const isNeeded = (folder: string) =>
      !packages[folder]?.dev && !/\/\.|\/node-linux-/.test(folder.slice('node_modules'.length))
    cpSync(join(root, 'node_modules'), join(again, 'node_modules'), {
      recursive: true,
      filter: source => isNeeded(relative(root, source)),
    })
    await promisify(execFile)(process.execPath, ['scripts/build.ts'], {
      cwd: again,
      env: { PATH: process.env.PATH, TZ: 'Asia/Vladivostok', LANG: 'ru_RU.UTF-8' },
    })
  }, 5 * minute)
  afterAll(() => rmSync(again, { recursive: true, force: true }))

  it('is the same byte by byte', () => {
    const hashesOf = (folder: string) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .map(path => `${createHash('sha256').update(readFileSync(path)).digest('hex')} ${relative(folder, path)}`)
    const second = hashesOf(join(again, 'dist'))
    // The program's folder keeps the parts of earlier builds, which a running process may still load.
    const first = hashesOf(dist).filter(line => second.includes(line) || !/ program\/.*-[\w-]{8}\.js$/.test(line))
    expect(second.length).toBeGreaterThan(500)
    expect(second.toSorted()).toEqual(first.toSorted())
  })
})

describe('the list of components', () => {
  interface Listed {
    metadata: { component: { 'bom-ref': string } }
    components: { name: string; version: string; 'bom-ref': string; hashes?: unknown[]; licenses?: unknown[] }[]
    dependencies: { ref: string; dependsOn: string[] }[]
  }
  const listed = () => JSON.parse(read(join(dist, 'sbom.cdx.json'))) as Listed
  const named = (packages: Record<string, LockedPackage>) =>
    Object.entries(packages).flatMap(([folder, { version, dev }]) =>
      folder && !dev ? [`${nameOf(folder)}@${version}`] : [],
    )

  it('has every package that is not for development alone, with its hash', () => {
    const { components } = listed()
    expect(components.map(({ name, version }) => `${name}@${version}`)).toEqual(named(lockedPackages()))
    expect(components.filter(({ hashes }) => !hashes).map(({ name }) => name)).toEqual([])
  })

  it('begins with the dependencies that package.json names', () => {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(read(join(root, 'package.json'))) as {
      dependencies?: Record<string, string>
      optionalDependencies?: Record<string, string>
    }
    const wanted = Object.entries({ ...dependencies, ...optionalDependencies })
    expect(listed().dependencies[0]?.dependsOn.map(ref => decodeURIComponent(ref.split('#')[0] ?? ''))).toEqual(
      expect.arrayContaining(wanted.map(([name, version]) => `pkg:npm/${name}@${version}`)),
    )
  })

  it('says what needs what: everything is reached from the project', () => {
    const { metadata, components, dependencies } = listed()
    const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
    const reached = new Set<string>()
    const visit = (ref: string) => {
      if (reached.has(ref)) return
      reached.add(ref)
      for (const other of needs.get(ref) ?? []) visit(other)
    }
    visit(metadata.component['bom-ref'])
    expect(components.filter(one => !reached.has(one['bom-ref'])).map(({ name }) => name)).toEqual([])
  })

  it('takes a package from the nearest folder, as Node does', () => {
    const packages = {
      '': { name: 'project', version: '1.0.0', dependencies: { one: '1', two: '2' } },
      'node_modules/one': { version: '1.0.0', dependencies: { two: '1' } },
      'node_modules/one/node_modules/two': { version: '1.0.0' },
      'node_modules/two': { version: '2.0.0' },
      'node_modules/tool': { version: '3.0.0', dev: true },
    }
    expect((sbom(packages) as Listed).dependencies).toEqual([
      {
        ref: 'pkg:npm/project@1.0.0',
        dependsOn: ['pkg:npm/one@1.0.0#node_modules/one', 'pkg:npm/two@2.0.0#node_modules/two'],
      },
      {
        ref: 'pkg:npm/one@1.0.0#node_modules/one',
        dependsOn: ['pkg:npm/two@1.0.0#node_modules/one/node_modules/two'],
      },
      { ref: 'pkg:npm/two@1.0.0#node_modules/one/node_modules/two', dependsOn: [] },
      { ref: 'pkg:npm/two@2.0.0#node_modules/two', dependsOn: [] },
    ])
  })
})
