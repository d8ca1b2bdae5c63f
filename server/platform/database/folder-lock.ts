import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../config.ts'

/** When the process with this id started, so that a reused id is not mistaken for the lock's holder; `""` if unknown. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Locks the folder for this process; returns the function that releases it. A lock of a dead process is taken over. */
export function lockFolder(dataDir: string): () => void {
  const path = join(dataDir, 'lock')
  const content = `${process.pid} ${startOf(process.pid)}`
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      mkdirSync(dataDir, { recursive: true })
      writeFileSync(path, content, { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST') {
        throw new StartupError(`В папку данных ${dataDir} (DATA_DIR) нельзя писать: ${code}.`, { cause: error })
      }
    }
    const [pid = 0, start = ''] = readFileSync(path, 'utf8').split(' ')
    const holder = Number(pid)
    if (holder !== process.pid && holder > 0 && isRunning(holder) && startOf(holder) === start) {
      throw new StartupError(`Папка данных ${dataDir} (DATA_DIR) занята другим процессом (${holder}).`)
    }
    rmSync(path, { force: true })
  }
  throw new StartupError(`Папка данных ${dataDir} (DATA_DIR) занята другим процессом.`)
}
