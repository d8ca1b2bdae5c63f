import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { askServer } from '#server/test/ask-server.ts'
import { freePort, temporaryFolder } from '#server/test/processes.ts'
import { onPath } from '../find-chromium.ts'

const packages = '/usr/lib/postgresql'
const startWithin = 60_000

/** The folder of PostgreSQL's programs: Debian's newest, otherwise from the PATH. Throws if there is none. */
function programs(): string {
  if (existsSync(packages)) {
    const [newest = ''] = readdirSync(packages).toSorted((one, other) => Number(other) - Number(one))
    return join(packages, newest, 'bin')
  }
  const initdb = onPath('initdb')
  if (!initdb) throw new Error('the programs of a PostgreSQL server are needed')
  return dirname(realpathSync(initdb))
}

/** PostgreSQL refuses to run as root, so it runs as the user created by Debian's packages. */
function owner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function run(program: string, args: string[]): void {
  execFileSync(join(programs(), program), args, { ...owner(), cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] })
}

/** A folder writable by PostgreSQL; removed at the end of the test. */
function ownedFolder(): string {
  const folder = temporaryFolder()
  const ids = owner()
  if (ids) chownSync(folder, ids.uid, ids.gid)
  return folder
}

/** A PostgreSQL server for one test; its folder and processes are removed at the end. */
export interface Cluster {
  port: number
  /** Address of the database with this name. */
  url(database: string): string
  /** Kills it as in a power failure. */
  kill(): Promise<void>
  promote(): void
}

async function serve(folder: string, port: number, settings: Record<string, string>): Promise<Cluster> {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', folder, '-p', String(port), '-k', folder, '-h', '127.0.0.1', ...options]
  const child = spawn(join(programs(), 'postgres'), args, { ...owner(), cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', chunk => {
    output += chunk
  })
  onTestFinished(() => kill(child))
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const until = Date.now() + startWithin
  while (!(await answers(url('postgres')))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`PostgreSQL does not start: ${output}`)
    await sleep(100)
  }
  return {
    port,
    url,
    kill: () => kill(child),
    promote: () => run('pg_ctl', ['promote', '-D', folder]),
  }
}

/** A new, empty cluster that accepts local connections without a password. */
export async function startCluster(settings: Record<string, string> = {}): Promise<Cluster> {
  const folder = join(ownedFolder(), 'data')
  run('initdb', ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'])
  return serve(folder, await freePort(), settings)
}

/** A streaming replica of the cluster with this name. */
export async function startReplica(primary: Cluster, name: string): Promise<Cluster> {
  const folder = join(ownedFolder(), 'data')
  const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}`
  mkdirSync(folder)
  chmodSync(folder, 0o700)
  const ids = owner()
  if (ids) chownSync(folder, ids.uid, ids.gid)
  run('pg_basebackup', ['-D', folder, '-R', '-X', 'stream', '-c', 'fast', '-d', from])
  return serve(folder, await freePort(), {})
}

const answers = (url: string) =>
  askServer(url, 'select 1').then(
    () => true,
    () => false,
  )

/** Kills all processes of a cluster at once, so that none can finish its work. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  const backends = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ').filter(Boolean)
  child.kill('SIGKILL')
  for (const pid of backends) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It had already ended.
    }
  }
  await ended
}
