import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, StartupError, secretLength } from './config.ts'

/** Writes a file atomically; an existing one is kept. */
function writeOnce(path: string, text: string): void {
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function fsyncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function readOrMake(dataDir: string, path: string): string {
  try {
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    mkdirSync(dataDir, { recursive: true })
    writeOnce(path, randomBytes(32).toString('base64url'))
    fsyncFolder(dataDir)
    // Of processes that start together one was first; all use what it wrote.
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartupError(`Файл ${path} с ключом для подписи (SECRET_KEY) нельзя прочитать или создать: ${code}.`)
  }
}

/**
 * The secret from the configuration, or one made on the first start and kept beside the embedded database. Throws
 * StartupError when the file is incomplete: another secret would sign everybody out, so a person decides.
 */
export function signingSecret(config: Pick<Config, 'secretKey' | 'dataDir'>): string {
  if (config.secretKey) return config.secretKey
  const path = join(config.dataDir, 'secret-key')
  const secret = readOrMake(config.dataDir, path)
  if (secret.trim().length >= secretLength) return secret
  throw new StartupError(
    `Файл ${path} с ключом для подписи (SECRET_KEY) пуст или обрезан: верните его из копии или удалите, и будет сделан новый ключ, с которым всем придётся войти заново.`,
  )
}
