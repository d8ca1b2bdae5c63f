import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, TestRunner } from 'vitest'
import { outdatedParts, program } from '../../scripts/outdated-parts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
export const minute = 60_000
/** Test machines are busy, but a start that takes this long is broken. */
export const startWithin = 2 * minute
export const secret = 'a secret for tests only, long enough'

export interface Started {
  child: ChildProcess
  address: string
  stdout: () => string
  stderr: () => string
  /** Resolves when it listens; rejects when it ends before. */
  listening: Promise<void>
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
}

/** The environment of a compile cache that all share: dozens of starts need not compile the same modules. */
export const compiledOnce = { NODE_COMPILE_CACHE: join(tmpdir(), 'dendro-compiled') }

const running = new Set<ChildProcess>()

// Also runs when the test process is interrupted.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export async function freePort(): Promise<number> {
  const server = await listen(0)
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}

export function listen(port: number): Promise<Server> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

/** Undone at the end of the file: what hooks made for all its tests. */
const undoAfterFile: (() => unknown)[] = []

/** Undoes something at the end of the test; when called from a hook, at the end of the file. */
export function undoAtEnd(undo: () => Promise<void> | void): void {
  if (TestRunner.getCurrentTest()) onTestFinished(undo)
  else undoAfterFile.push(undo)
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dendro-start-'))
  undoAtEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** To be called by files that start servers; these end with the test or, if shared by the tests, with the file. */
export function startsServers(lifetime: 'test' | 'file' = 'test'): void {
  beforeAll(ensureBuild, 5 * minute)
  if (lifetime === 'test') afterEach(endProcesses)
  afterAll(async () => {
    await endProcesses()
    for (const undo of undoAfterFile.splice(0).toReversed()) await undo()
  })
}

/** Starts the server as a person would; of this process's environment it gets only PATH. */
export async function start(env: Record<string, string>): Promise<Started> {
  const port = env.PORT ?? String(await freePort())
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      SEED: 'none',
      ...compiledOnce,
      ...env,
      PORT: port,
    },
  })
  running.add(child)
  const output = { stdout: '', stderr: '' }
  const ended = new Promise<number | NodeJS.Signals | null>(resolve => {
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve(code ?? signal)
    })
  })
  const listening = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', chunk => {
      output.stdout += chunk
      if (/^listening on .+$/m.test(output.stdout)) resolve()
    })
    child.stderr.on('data', chunk => {
      output.stderr += chunk
    })
    void ended.then(code => reject(new Error(`ended with ${code}: ${output.stderr}`)))
  })
  listening.catch(() => {})
  return {
    child,
    address: `http://127.0.0.1:${port}`,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    listening,
    ended,
  }
}

export async function startAndListen(env: Record<string, string>): Promise<Started> {
  const started = await start(env)
  await started.listening
  return started
}

export async function stop({ child, ended }: Started): Promise<void> {
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}

export async function getJson(started: Started, path: string) {
  const response = await fetch(started.address + path)
  expect(response.status, path).toBe(200)
  return response.json()
}

async function endProcesses(): Promise<void> {
  const left = [...running]
  for (const child of left) child.kill('SIGKILL')
  await Promise.all(
    left.map(
      child =>
        new Promise(resolve =>
          child.exitCode !== null || child.signalCode ? resolve(null) : child.once('exit', resolve),
        ),
    ),
  )
}

/**
 * Builds what is outdated of the server and of the web client, with which it renders pages. Test files that start
 * together wait for the first one.
 */
export async function ensureBuild(): Promise<void> {
  if (outdatedParts().length === 0) return
  const release = await takeBuild()
  try {
    if (outdatedParts().length > 0) await runBuild()
  } finally {
    release()
  }
}

/** A port as a lock for the build: the system releases it even when the process is killed. */
const buildPort = 47_613

async function takeBuild(): Promise<() => void> {
  for (;;) {
    const server = await listen(buildPort).catch(() => null)
    if (server) return () => server.close()
    await sleep(500)
  }
}

async function runBuild(): Promise<void> {
  const build = spawn(process.execPath, ['scripts/build.ts', '--outdated'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const code = await new Promise(resolve => build.once('exit', resolve))
  expect(code).toBe(0)
}
