import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig, StartupError } from './config.ts'

const secret = 'sixteen signs or more'

function faultOf(env: NodeJS.ProcessEnv): unknown {
  try {
    return readConfig(env)
  } catch (error) {
    return error
  }
}

describe('readConfig', () => {
  const defaults = {
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    dataDir: resolve('./data'),
    databaseUrl: null,
    smtpUrl: null,
    secretKey: null,
    seed: 'demo',
    staffEmails: [],
    corsOrigins: [],
    rateLimits: true,
  }

  it('has the defaults of API.md section 5', () => {
    expect(readConfig({})).toEqual(defaults)
  })

  it('takes an empty variable for unset and ignores those of others', () => {
    const names = [
      'PORT',
      'HOST',
      'PUBLIC_URL',
      'DATA_DIR',
      'DATABASE_URL',
      'SMTP_URL',
      'SECRET_KEY',
      'SEED',
      'STAFF_EMAILS',
      'CORS_ORIGINS',
      'RATE_LIMITS',
    ]
    expect(readConfig({ ...Object.fromEntries(names.map(name => [name, ''])), PATH: '/bin', PORTS: 'x' })).toEqual(
      defaults,
    )
  })

  it('reads every variable', () => {
    const config = readConfig({
      PORT: '8080',
      HOST: '10.0.0.1',
      PUBLIC_URL: 'https://dendro.example/',
      DATA_DIR: '/var/lib/dendro',
      DATABASE_URL: 'postgresql://user:pa%40ss@db:5432/dendro',
      SMTP_URL: 'smtps://user:pass@mail:465',
      SECRET_KEY: secret,
      SEED: 'demo',
      STAFF_EMAILS: ' Olga@dendro.example , ivan@dendro.example,',
      CORS_ORIGINS: 'https://one.example/, http://two.example:8080',
      RATE_LIMITS: 'off',
    })
    expect(config).toEqual({
      port: 8080,
      host: '10.0.0.1',
      publicUrl: 'https://dendro.example',
      dataDir: '/var/lib/dendro',
      databaseUrl: 'postgresql://user:pa%40ss@db:5432/dendro',
      smtpUrl: 'smtps://user:pass@mail:465',
      secretKey: secret,
      seed: 'demo',
      staffEmails: ['olga@dendro.example', 'ivan@dendro.example'],
      corsOrigins: ['https://one.example', 'http://two.example:8080'],
      rateLimits: false,
    })
  })

  it.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'dendro.example'],
    ['PUBLIC_URL', 'ftp://dendro.example'],
    ['DATABASE_URL', 'mysql://db/dendro'],
    ['DATABASE_URL', 'localhost:5432'],
    ['SMTP_URL', 'http://mail'],
    ['SMTP_URL', 'mail'],
    ['SECRET_KEY', 'short'],
    ['SEED', 'yes'],
    ['STAFF_EMAILS', 'olga'],
    ['STAFF_EMAILS', 'olga@dendro.example ivan@dendro.example'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://one.example,two'],
    ['RATE_LIMITS', 'no'],
  ])('refuses %s=%s with a sentence that names it', (name, value) => {
    const error = faultOf({ SECRET_KEY: secret, [name]: value })
    expect(error).toBeInstanceOf(StartupError)
    const { message } = error as StartupError
    expect(message).toContain(name)
    expect(message).toMatch(/^Переменная .*\.$/)
    // Settings may be secrets: they are not repeated.
    expect(message).not.toContain(value === 'short' ? value : 'no value stands for this')
  })

  it('needs a SECRET_KEY with DATABASE_URL', () => {
    const error = faultOf({ DATABASE_URL: 'postgres://db/dendro' })
    expect(error).toBeInstanceOf(StartupError)
    expect((error as StartupError).message).toContain('SECRET_KEY')
    expect(readConfig({ DATABASE_URL: 'postgres://db/dendro', SECRET_KEY: secret })).toMatchObject({
      secretKey: secret,
    })
  })

  it('fills an embedded database with the demonstration, a server with nothing, unless told', () => {
    expect(readConfig({}).seed).toBe('demo')
    expect(readConfig({ SEED: 'none' }).seed).toBe('none')
    const onServer = { DATABASE_URL: 'postgres://db/dendro', SECRET_KEY: secret }
    expect(readConfig(onServer).seed).toBe('none')
    expect(readConfig({ ...onServer, SEED: 'demo' }).seed).toBe('demo')
  })

  it.each([
    ['0.0.0.0', 'http://localhost:4000'],
    ['::', 'http://localhost:4000'],
    ['::1', 'http://[::1]:4000'],
    ['localhost', 'http://localhost:4000'],
    ['192.168.0.7', 'http://192.168.0.7:4000'],
  ])('addresses itself on HOST %s as %s', (host, address) => {
    expect(readConfig({ HOST: host, PORT: '4000' }).publicUrl).toBe(address)
  })
})
