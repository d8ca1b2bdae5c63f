// Writes the database and the pictures into one file, while the server runs: npm run backup -- [file]
import { resolve } from 'node:path'
import { requireFree, writeBackup } from '../server/backup/backup.ts'
import { readConfig, StartupError } from '../server/platform/config.ts'
import { keepFilesPrivate } from '../server/platform/private-files.ts'

keepFilesPrivate()
try {
  const stamp = new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-')
  const path = resolve(process.argv[2] ?? `dendro-${stamp}.tar`)
  await requireFree(path)
  const { rows, pictures, missing } = await writeBackup(readConfig(process.env), path)
  console.log(`${path}: строк ${rows}, файлов снимков ${pictures}.`)
  if (missing.length > 0) {
    console.error(`В хранилище нет файлов, о которых знает база: ${missing.length}, первый ${missing[0]}.`)
  }
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
