import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '#server/test/processes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const minute = 60_000

// Once a run is enough: the database is the development server's own.
describe.skipIf(process.env.TEST_DATABASE_URL)('the development server', () => {
  let folder: string
  let server: ChildProcess
  let printed = ''
  let port: number

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dendro-dev-'))
    for (const name of ['contract', 'server', 'web', 'scripts', 'package.json', 'tsconfig.json', 'vite.config.ts'])
      cpSync(join(root, name), join(folder, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    port = await freePort()
    server = spawn(process.execPath, ['scripts/dev.ts'], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: join(folder, 'data'), SEED: 'none' },
    })
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', chunk => (printed += String(chunk)))
    await says(/listening on/)
  }, 5 * minute)
  afterAll(() => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  const says = (what: RegExp) => vi.waitFor(() => expect(printed).toMatch(what), { timeout: 3 * minute, interval: 100 })
  async function change(from: string, to: string): Promise<void> {
    printed = ''
    const file = join(folder, 'server/platform/http/errors.ts')
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(from)
    writeFileSync(file, text.replace(from, to))
  }
  const detail = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/nothing`)
    return ((await answer.json()) as { detail: string }).detail
  }

  it(
    'serves what is saved, and goes on with what was before while that cannot be loaded',
    { timeout: 10 * minute },
    async () => {
      const [before, after] = ['Ничего не найдено по этому адресу.', 'Здесь пусто.']
      expect(await detail()).toBe(before)
      await change(before, after)
      await says(/restarted in/)
      expect(await detail()).toBe(after)
      await change('export class AppError', 'export klass AppError')
      await says(/klass/)
      expect(await detail()).toBe(after)
      await change('export klass AppError', 'export class AppError')
      await says(/restarted in/)
      expect(await detail()).toBe(after)
      const page = await fetch(`http://127.0.0.1:${port}/login`)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/web/app/entry-client.tsx')])
      const ended = new Promise(resolve => server.once('exit', resolve))
      server.kill('SIGTERM')
      expect(await ended).toBe(0)
    },
  )
})
