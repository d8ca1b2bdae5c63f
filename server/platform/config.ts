import { isIP, isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type BucketAddress, readBucketAddress } from './media/bucket-address.ts'

const port = z.coerce.number().int().min(1).max(65_535)
const origin = z.url({ protocol: /^https?$/ }).transform(address => address.replace(/\/+$/, ''))
const commaSeparated = z
  .string()
  .default('')
  .transform(text =>
    text
      .split(',')
      .map(part => part.trim())
      .filter(Boolean),
  )

/** Length of a secret that signs tokens, in characters. */
export const secretLength = 32

const trustedNames = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** An IP address or a range; a prefix of length 0 would match everybody. */
function isProxy(text: string): boolean {
  if (trustedNames.has(text)) return true
  const [address = '', length, ...rest] = text.split('/')
  if (!isIP(address) || address.includes('%') || rest.length > 0) return false
  if (length === undefined) return true
  return /^[1-9]\d{0,2}$/.test(length) && Number(length) <= (isIPv6(address) ? 128 : 32)
}

/** The proxies whose X-Forwarded-For counts when TRUST_PROXY is not set: nginx on this machine. */
export const defaultTrust = ['loopback']
/**
 * One server, or several (`host1:5432,host2:5432`) of which the primary is used. The driver must be told so: otherwise
 * it accepts a replica, also with `read-write`, which it checks by a default that replicas share.
 */
const databaseAddress = z.string().refine(address => {
  const hosts = /^[^/]+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(address)?.[1] ?? ''
  const each = hosts.split(',').map(host => address.replace(hosts, host))
  const oneServer = z.url({ protocol: /^postgres(ql)?$/ })
  if (!each.every(one => oneServer.safeParse(one).success)) return false
  return each.length === 1 || new URL(each[0] ?? '').searchParams.get('target_session_attrs') === 'primary'
})

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  MEDIA_URL: z
    .string()
    .transform((text, { addIssue }) => {
      const address = readBucketAddress(text)
      if (!address) addIssue({ code: 'custom' })
      return address
    })
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SECRET_KEY: z.string().min(secretLength).optional(),
  SEED: z.enum(['demo', 'none']).optional(),
  STAFF_EMAILS: commaSeparated.pipe(z.array(z.email())),
  STAFF_SECOND_FACTOR: z.enum(['required', 'optional']).optional(),
  CORS_ORIGINS: commaSeparated.pipe(z.array(origin)),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  TRUST_PROXY: z
    .union([
      z.literal('none').transform((): string[] => []),
      commaSeparated.pipe(z.array(z.string().refine(isProxy)).min(1)),
    ])
    .default(defaultTrust),
  METRICS_PORT: port.optional(),
  MAIL_IN_PORT: port.optional(),
  MAIL_IN_DOMAIN: z
    .string()
    .max(180)
    .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i)
    .transform(name => name.toLowerCase())
    .optional(),
})

const expected: Record<keyof z.input<typeof environment>, string> = {
  PORT: 'номер порта от 1 до 65535',
  HOST: 'адрес, на котором слушать',
  PUBLIC_URL: 'адрес вида https://dendro.example',
  DATA_DIR: 'путь к папке',
  DATABASE_URL:
    'адрес вида postgres://user:password@host:5432/name, у нескольких серверов postgres://user:password@host1:5432,host2:5432/name?target_session_attrs=primary',
  MEDIA_URL: 'адрес вида s3://KEY:SECRET@host:port/bucket?region=ru-1, для хранилища без TLS ещё &tls=0',
  SMTP_URL: 'адрес вида smtp://user:password@host:587',
  SECRET_KEY: `строка не короче ${secretLength} знаков (с DATABASE_URL она обязательна)`,
  SEED: 'demo или none',
  STAFF_EMAILS: 'адреса e-mail через запятую',
  STAFF_SECOND_FACTOR: 'required или optional',
  CORS_ORIGINS: 'адреса вида https://example.com через запятую',
  RATE_LIMITS: 'on или off',
  TRUST_PROXY: 'none или через запятую адреса, подсети вида 10.0.0.0/8 и слова loopback, linklocal, uniquelocal',
  METRICS_PORT: 'номер порта от 1 до 65535',
  MAIL_IN_PORT: 'номер порта от 1 до 65535, вместе с MAIL_IN_DOMAIN',
  MAIL_IN_DOMAIN: 'имя домена вида prices.dendro.example, вместе с MAIL_IN_PORT',
}

/** The settings of API.md section 5, checked; URLs have no trailing slash, paths are absolute. */
export interface Config {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  /** Where pictures are stored instead of the data folder. */
  bucket: BucketAddress | null
  smtpUrl: string | null
  secretKey: string | null
  seed: 'demo' | 'none'
  staffEmails: string[]
  /** Whether moderators need a second factor to use the admin. */
  staffSecondFactor: 'required' | 'optional'
  corsOrigins: string[]
  rateLimits: boolean
  /** Addresses, ranges and names of ranges of the proxies whose X-Forwarded-For counts. */
  trustProxy: string[]
  metricsPort: number | null
  /** Where letters with price lists come in, if they do. */
  mailIn: { port: number; domain: string } | null
}

/**
 * A setting or circumstance that prevents the start; its message is one sentence for the person who starts the server.
 */
export class StartupError extends Error {}

const wildcardHosts = new Set(['0.0.0.0', '::', '[::]'])

function defaultPublicUrl(host: string, port: number): string {
  const name = wildcardHosts.has(host) ? 'localhost' : host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** Reads and checks the environment; an empty variable counts as unset. Throws StartupError naming the wrong variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.keys(expected).flatMap(name => (env[name] === undefined || env[name] === '' ? [] : [[name, env[name]]])),
  )
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]) as keyof typeof expected
    throw new StartupError(`Переменная ${name} задана неверно. Ожидается: ${expected[name]}.`)
  }
  const value = parsed.data
  if (value.DATABASE_URL && !value.SECRET_KEY) {
    throw new StartupError(`Переменная SECRET_KEY не задана. Ожидается: ${expected.SECRET_KEY}.`)
  }
  const { MAIL_IN_PORT: mailPort, MAIL_IN_DOMAIN: mailDomain } = value
  if ((mailPort === undefined) !== (mailDomain === undefined)) {
    const name = mailPort === undefined ? 'MAIL_IN_PORT' : 'MAIL_IN_DOMAIN'
    throw new StartupError(`Переменная ${name} не задана. Ожидается: ${expected[name]}.`)
  }
  const publicUrl = value.PUBLIC_URL ?? defaultPublicUrl(value.HOST, value.PORT)
  return {
    port: value.PORT,
    host: value.HOST,
    publicUrl,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL ?? null,
    bucket: value.MEDIA_URL ?? null,
    smtpUrl: value.SMTP_URL ?? null,
    secretKey: value.SECRET_KEY ?? null,
    seed: value.SEED ?? (value.DATABASE_URL ? 'none' : 'demo'),
    staffEmails: value.STAFF_EMAILS.map(address => address.toLowerCase()),
    // Over plain http passwords and tokens are sent in clear: that is a developer's machine, not a public installation.
    staffSecondFactor: value.STAFF_SECOND_FACTOR ?? (publicUrl.startsWith('https:') ? 'required' : 'optional'),
    corsOrigins: value.CORS_ORIGINS,
    rateLimits: value.RATE_LIMITS === 'on',
    trustProxy: value.TRUST_PROXY,
    metricsPort: value.METRICS_PORT ?? null,
    mailIn: mailPort !== undefined && mailDomain !== undefined ? { port: mailPort, domain: mailDomain } : null,
  }
}
