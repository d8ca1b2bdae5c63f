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

it('the unit does not see the history of the sources', () => {
  expect(read('dendro@.service')).toMatch(/^InaccessiblePaths=-\/srv\/dendro\/\.git$/m)
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

describe('the example of nginx', () => {
  const site = read('nginx.conf')
  const logs = [...site.matchAll(/^\s*access_log (.*);$/gm)].map(([, where = '']) => where)

  it('logs no query: the links of emails have their one-time tokens there', () => {
    expect(logs.length).toBeGreaterThan(1)
    expect(logs.filter(where => where !== 'off' && !where.endsWith(' without_query'))).toEqual([])
    const [, format = ''] = /^log_format without_query '(.*)';$/m.exec(site) ?? []
    expect(format).toContain('$uri')
    expect(format).not.toMatch(/\$(?:request|request_uri|args|query_string|is_args|arg_\w+|http_referer)\b/)
  })

  it('redirects pages to https, and calls not', () => {
    const [, plain = ''] = /server \{\n {4}listen 80;(.*?)\n\}/s.exec(site) ?? []
    expect(plain).toMatch(/location \/api\/ \{\n\s*return 403;/)
    expect(plain.match(/return 301/g)).toHaveLength(1)
  })

  it('takes TLS 1.2 and 1.3 alone, with forward secrecy and authenticated encryption', () => {
    expect(/ssl_protocols (.*);/.exec(site)?.[1]).toBe('TLSv1.2 TLSv1.3')
    const ciphers = /ssl_ciphers (.*);/.exec(site)?.[1]?.split(':') ?? []
    expect(ciphers.length).toBeGreaterThan(3)
    expect(ciphers.filter(name => !/^ECDHE-(?:ECDSA|RSA)-(?:AES\d+-GCM|CHACHA20-POLY1305)/.test(name))).toEqual([])
  })
})
