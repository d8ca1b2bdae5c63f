import { openInstallation } from './installation.ts'
import { readConfig, StartupError } from './platform/config.ts'
import { builtPages } from './platform/http/pages.ts'
import { serve } from './serve.ts'

/** After SIGTERM anything still running by then is aborted (API.md section 5: exit within 10 s). */
const stopWithin = 9000

const log = (message: string) => console.log(message)

function fail(error: unknown): never {
  if (error instanceof StartupError) console.error(error.message)
  else console.error(error)
  process.exit(1)
}

async function start(): Promise<void> {
  const installation = await openInstallation(readConfig(process.env), log)
  const { config, database } = installation
  const service = await serve(installation, { pages: await builtPages(), log }).catch(async error => {
    await database.close()
    throw error
  })
  let isStopping = false
  async function stop(): Promise<void> {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(0), stopWithin).unref()
    await service.stop()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  await service.ready
  // Last: a supervisor that reads it may end the process at once, and expects a clean exit.
  if (!isStopping) log(`listening on ${config.publicUrl}`)
}

start().catch(fail)
