import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig, StartupError } from './config.ts'

const secret = 'thirty-two characters, or more..'

function errorOf(env: NodeJS.ProcessEnv): unknown {
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
    bucket: null,
    smtpUrl: null,
    secretKey: null,
    seed: 'demo',
    staffEmails: [],
    staffSecondFactor: 'optional',
    corsOrigins: [],
    rateLimits: true,
    trustProxy: ['loopback'],
    metricsPort: null,
    mailIn: null,
  }

  it('has the defaults of API.md section 5', () => {
    expect(readConfig({})).toEqual(defaults)
  })

  it('treats an empty variable as unset and ignores variables of other programs', () => {
    const names = [
      'PORT',
      'HOST',
      'PUBLIC_URL',
      'DATA_DIR',
      'DATABASE_URL',
      'MEDIA_URL',
      'SMTP_URL',
      'SECRET_KEY',
      'SEED',
      'STAFF_EMAILS',
      'STAFF_SECOND_FACTOR',
      'CORS_ORIGINS',
      'RATE_LIMITS',
      'TRUST_PROXY',
      'METRICS_PORT',
      'MAIL_IN_PORT',
      'MAIL_IN_DOMAIN',
    ]
    expect(readConfig({ ...Object.fromEntries(names.map(name => [name, ''])), PATH: '/bin', PORTS: 'x' })).toEqual(
      defaults,
    )
  })

  it.each([
    ['https://dendro.example', undefined, 'required'],
    ['http://127.0.0.1:3000', undefined, 'optional'],
    ['http://127.0.0.1:3000', 'required', 'required'],
    ['https://dendro.example', 'optional', 'optional'],
  ])('at %s with STAFF_SECOND_FACTOR=%s a second factor of moderators is %s', (PUBLIC_URL, given, expected) => {
    expect(readConfig({ PUBLIC_URL, STAFF_SECOND_FACTOR: given }).staffSecondFactor).toBe(expected)
  })

  it('reads every variable', () => {
    const config = readConfig({
      PORT: '8080',
      HOST: '10.0.0.1',
      PUBLIC_URL: 'https://dendro.example/',
      DATA_DIR: '/var/lib/dendro',
      DATABASE_URL: 'postgresql://user:pa%40ss@db:5432/dendro',
      MEDIA_URL: 's3://key%2F:se%40cret@storage:9000/dendro-media?region=ru-1&tls=0',
      SMTP_URL: 'smtps://user:pass@mail:465',
      SECRET_KEY: secret,
      SEED: 'demo',
      STAFF_EMAILS: ' Olga@dendro.example , ivan@dendro.example,',
      STAFF_SECOND_FACTOR: 'optional',
      CORS_ORIGINS: 'https://one.example/, http://two.example:8080',
      RATE_LIMITS: 'off',
      TRUST_PROXY: ' 10.0.0.0/8,::1, uniquelocal ',
      METRICS_PORT: '9464',
      MAIL_IN_PORT: '2525',
      MAIL_IN_DOMAIN: 'Prices.Dendro.example',
    })
    expect(config).toEqual({
      port: 8080,
      host: '10.0.0.1',
      publicUrl: 'https://dendro.example',
      dataDir: '/var/lib/dendro',
      databaseUrl: 'postgresql://user:pa%40ss@db:5432/dendro',
      bucket: {
        endpoint: 'http://storage:9000',
        bucket: 'dendro-media',
        region: 'ru-1',
        accessKeyId: 'key/',
        secretAccessKey: 'se@cret',
      },
      smtpUrl: 'smtps://user:pass@mail:465',
      secretKey: secret,
      seed: 'demo',
      staffEmails: ['olga@dendro.example', 'ivan@dendro.example'],
      staffSecondFactor: 'optional',
      corsOrigins: ['https://one.example', 'http://two.example:8080'],
      rateLimits: false,
      trustProxy: ['10.0.0.0/8', '::1', 'uniquelocal'],
      metricsPort: 9464,
      mailIn: { port: 2525, domain: 'prices.dendro.example' },
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
    ['MEDIA_URL', 'https://key:secret@storage/media'],
    ['MEDIA_URL', 's3://storage/media'],
    ['MEDIA_URL', 's3://key@storage/media'],
    ['MEDIA_URL', 's3://key:secret@storage'],
    ['MEDIA_URL', 's3://key:secret@storage/Медиа'],
    ['MEDIA_URL', 's3://key:secret@storage/media/folder'],
    ['MEDIA_URL', 's3://key:secret@storage/media?tls=off'],
    ['MEDIA_URL', 's3://key:secret@storage/media?regon=ru'],
    ['MEDIA_URL', 's3://key:%zz@storage/media'],
    ['DATABASE_URL', 'postgres://one:5432,two:5432/dendro'],
    ['DATABASE_URL', 'postgres://one:5432,two:http/dendro?target_session_attrs=primary'],
    // The driver's default for it would accept a replica.
    ['DATABASE_URL', 'postgres://one,two/dendro?target_session_attrs=read-write'],
    ['SMTP_URL', 'http://mail'],
    ['SMTP_URL', 'mail'],
    ['SECRET_KEY', 'short'],
    ['SECRET_KEY', 'x'.repeat(31)],
    ['SEED', 'yes'],
    ['STAFF_SECOND_FACTOR', 'on'],
    ['STAFF_EMAILS', 'olga'],
    ['STAFF_EMAILS', 'olga@dendro.example ivan@dendro.example'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://one.example,two'],
    ['RATE_LIMITS', 'no'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', ','],
    ['TRUST_PROXY', 'nginx'],
    ['TRUST_PROXY', 'none,10.0.0.1'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/255.0.0.0'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', 'fe80::1%eth0'],
    ['TRUST_PROXY', '10.0.0.1 10.0.0.2'],
    ['METRICS_PORT', 'on'],
    ['MAIL_IN_PORT', '0'],
    ['MAIL_IN_DOMAIN', 'prices dendro.example'],
    ['MAIL_IN_DOMAIN', 'localhost'],
  ])('refuses %s=%s with a sentence that names it', (name, value) => {
    const error = errorOf({ SECRET_KEY: secret, [name]: value })
    expect(error).toBeInstanceOf(StartupError)
    const { message } = error as StartupError
    expect(message).toContain(name)
    expect(message).toMatch(/^Переменная .*\.$/)
    // Settings may be secrets: messages do not repeat them.
    if (name === 'SECRET_KEY') expect(message).not.toContain(value)
  })

  it('receives letters with both a port and a domain, or not at all', () => {
    for (const [given, lacks] of [
      [{ MAIL_IN_PORT: '2525' }, 'MAIL_IN_DOMAIN'],
      [{ MAIL_IN_DOMAIN: 'prices.dendro.example' }, 'MAIL_IN_PORT'],
    ] as const) {
      expect((errorOf(given) as StartupError).message).toMatch(new RegExp(`^Переменная ${lacks} не задана.*\\.$`))
    }
  })

  it('accepts several database servers and asks for the primary', () => {
    const DATABASE_URL = 'postgres://user:pass@one:5432,two:5433/dendro?target_session_attrs=primary'
    expect(readConfig({ DATABASE_URL, SECRET_KEY: secret }).databaseUrl).toBe(DATABASE_URL)
  })

  it('needs a SECRET_KEY with DATABASE_URL', () => {
    const error = errorOf({ DATABASE_URL: 'postgres://db/dendro' })
    expect(error).toBeInstanceOf(StartupError)
    expect((error as StartupError).message).toContain('SECRET_KEY')
    expect(readConfig({ DATABASE_URL: 'postgres://db/dendro', SECRET_KEY: secret })).toMatchObject({
      secretKey: secret,
    })
  })

  it('seeds an embedded database with the demonstration data, and a server with nothing, unless told otherwise', () => {
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
