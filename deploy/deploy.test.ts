import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
const scripts = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
  .scripts

describe('the Dockerfile', () => {
  const lines = read('Dockerfile').split('\n')
  const copied = lines.flatMap(line =>
    line.startsWith('COPY ') && !line.includes('--from') ? line.split(' ').slice(1, -1) : [],
  )

  it('copies existing paths, and none that .dockerignore excludes', () => {
    expect(copied.length).toBeGreaterThan(5)
    expect(copied.filter(path => !existsSync(join(root, path)))).toEqual([])
    const letIn = read('Dockerfile.dockerignore').split('\n')
    expect(copied.filter(path => !letIn.includes(`!${path}`))).toEqual([])
  })

  it('runs only scripts of package.json, and starts like npm start', () => {
    const named = lines.flatMap(line => [...line.matchAll(/npm run ([\w:]+)/g)].map(match => match[1] ?? ''))
    expect(named).toEqual(['build'])
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
    expect(lines.some(line => line === `CMD ${JSON.stringify(scripts.start?.split(' ')).replaceAll(',', ', ')}`)).toBe(
      true,
    )
  })

  it('runs as an unprivileged user', () => {
    const [, last = ''] = read('Dockerfile')
      .split(/^FROM .*$/m)
      .slice(-2)
    expect(last).toMatch(/^USER node$/m)
    expect(last.indexOf('USER node')).toBeGreaterThan(last.lastIndexOf('RUN '))
  })
})

describe('the unit', () => {
  const unit = read('dendro@.service')

  it('starts like npm start', () => {
    expect(unit).toContain(`ExecStart=/srv/dendro/node_modules/.bin/${scripts.start}\n`)
  })

  it('gives the process more than the ten seconds that it needs to end', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10)
  })
})

it('the example settings are valid once the secret is set', () => {
  const lines = read('dendro.env.example').split('\n')
  const given = Object.fromEntries(
    lines.filter(line => line && !line.startsWith('#')).map(line => /^(\w+)=(.*)$/.exec(line)?.slice(1) ?? []),
  ) as Record<string, string>
  expect(() => readConfig(given)).toThrow(/SECRET_KEY/)
  const config = readConfig({ ...given, SECRET_KEY: 'a secret for tests only, long enough' })
  expect([config.publicUrl, config.dataDir]).toEqual(['https://dendro.example', '/var/lib/dendro'])
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  expect(Object.keys(given).filter(name => !readme.includes(`\`${name}\``))).toEqual([])
})

it('the rolling restart is a valid shell script', () => {
  execFileSync('sh', ['-n', join(root, 'deploy/rolling-restart.sh')])
})
