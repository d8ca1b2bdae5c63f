// Restores a backup into an empty database and an empty picture store: npm run restore -- file
import { resolve } from 'node:path'
import { restoreBackup } from '../server/backup/restore.ts'
import { readConfig, StartupError } from '../server/platform/config.ts'
import { keepFilesPrivate } from '../server/platform/private-files.ts'

keepFilesPrivate()
try {
  const path = process.argv[2]
  if (!path) throw new StartupError('Назовите файл копии: npm run restore -- файл.')
  const { rows, pictures } = await restoreBackup(readConfig(process.env), resolve(path))
  console.log(`Восстановлено: строк ${rows}, файлов снимков ${pictures}.`)
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
