import { resolve } from 'node:path'
import { z } from 'zod'

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

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SECRET_KEY: z.string().min(16, 'нужно не меньше 16 знаков').optional(),
  SEED: z.enum(['demo', 'none']).optional(),
  STAFF_EMAILS: commaSeparated.pipe(z.array(z.email())),
  CORS_ORIGINS: commaSeparated.pipe(z.array(origin)),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
})

const expected: Record<keyof z.input<typeof environment>, string> = {
  PORT: 'номер порта от 1 до 65535',
  HOST: 'адрес, на котором слушать',
  PUBLIC_URL: 'адрес вида https://dendro.example',
  DATA_DIR: 'путь к папке',
  DATABASE_URL: 'адрес вида postgres://user:password@host:5432/name',
  SMTP_URL: 'адрес вида smtp://user:password@host:587',
  SECRET_KEY: 'строка не короче 16 знаков (с DATABASE_URL она обязательна)',
  SEED: 'demo или none',
  STAFF_EMAILS: 'адреса e-mail через запятую',
  CORS_ORIGINS: 'адреса вида https://example.com через запятую',
  RATE_LIMITS: 'on или off',
}

/** The settings of API.md section 5, checked; addresses are without a slash at the end, paths absolute. */
export interface Config {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  smtpUrl: string | null
  secretKey: string | null
  seed: 'demo' | 'none'
  staffEmails: string[]
  corsOrigins: string[]
  rateLimits: boolean
}

/** A setting or circumstance that makes a start impossible; its message is one sentence for the person who starts it. */
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
  return {
    port: value.PORT,
    host: value.HOST,
    publicUrl: value.PUBLIC_URL ?? defaultPublicUrl(value.HOST, value.PORT),
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL ?? null,
    smtpUrl: value.SMTP_URL ?? null,
    secretKey: value.SECRET_KEY ?? null,
    seed: value.SEED ?? (value.DATABASE_URL ? 'none' : 'demo'),
    staffEmails: value.STAFF_EMAILS.map(address => address.toLowerCase()),
    corsOrigins: value.CORS_ORIGINS,
    rateLimits: value.RATE_LIMITS === 'on',
  }
}
