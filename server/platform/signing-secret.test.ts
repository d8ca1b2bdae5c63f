import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '#server/test/processes.ts'
import { StartupError } from './config.ts'
import { signingSecret } from './signing-secret.ts'

const script = `
  import { signingSecret } from ${JSON.stringify(join(import.meta.dirname, 'signing-secret.ts'))}
  process.stdout.write(signingSecret({ secretKey: null, dataDir: process.argv[1] }))`
const makeInProcess = async (folder: string) =>
  (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, folder])).stdout

function refusalOf(dataDir: string): string {
  try {
    signingSecret({ secretKey: null, dataDir })
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError)
    return (error as StartupError).message
  }
  throw new Error('was not refused')
}

describe('the secret that signs tokens', () => {
  it('is the configured one, and then no file is created', () => {
    const folder = temporaryFolder()
    expect(signingSecret({ secretKey: 'given', dataDir: folder })).toBe('given')
    expect(readdirSync(folder)).toEqual([])
  })

  it('is created once, readable only by its owner, and kept', () => {
    const folder = join(temporaryFolder(), 'not', 'there')
    const secret = signingSecret({ secretKey: null, dataDir: folder })
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(signingSecret({ secretKey: null, dataDir: folder })).toBe(secret)
    expect(readdirSync(folder)).toEqual(['secret-key'])
    expect(statSync(join(folder, 'secret-key')).mode & 0o777).toBe(0o600)
  })

  it('is the same for processes that start together, and nothing else is left', { timeout: 120_000 }, async () => {
    for (let round = 0; round < 3; round++) {
      const folder = temporaryFolder()
      const secrets = await Promise.all(Array.from({ length: 6 }, () => makeInProcess(folder)))
      expect(new Set(secrets).size).toBe(1)
      expect(secrets[0]).toMatch(/^[\w-]{43}$/)
      expect(readdirSync(folder)).toEqual(['secret-key'])
    }
  })

  it.each(['', '\n', 'cut-off-in-the-middle', `${' '.repeat(40)}\n`])(
    'of which a crash has left only %j is not used: a person decides',
    rest => {
      const folder = temporaryFolder()
      writeFileSync(join(folder, 'secret-key'), rest)
      const message = refusalOf(folder)
      expect(message).toMatch(/^Файл .*secret-key .*пуст или обрезан.*\.$/)
      expect(message).not.toContain('middle')
      expect(readFileSync(join(folder, 'secret-key'), 'utf8')).toBe(rest)
    },
  )

  it('that cannot be read gives an error in one sentence', () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'secret-key'))
    expect(refusalOf(folder)).toMatch(/^Файл .*secret-key .*EISDIR\.$/)
  })

  it.skipIf(process.getuid?.() === 0)('that cannot be written gives an error in one sentence', () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o500)
    expect(refusalOf(folder)).toMatch(/^Файл .*secret-key .*EACCES\.$/)
  })
})
