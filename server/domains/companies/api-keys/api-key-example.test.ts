import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { tokens } from '#server/platform/http/session.ts'
import { makeCompany } from '#server/test/factories.ts'
import { preparedPlace } from '#server/test/places.ts'
import { minute, secret, startAndListen, startsServers, temporaryFolder } from '#server/test/processes.ts'
import { sessionOf } from '#server/test/sessions.ts'

startsServers()

const run = promisify(execFile)

it(
  'the example of the API’s description sends a list and applies it; no key is in the log',
  { timeout: 6 * minute },
  async () => {
    const { place, made } = await preparedPlace(async db => {
      const { creatorId } = await makeCompany(db)
      return tokens(secret).signAccess(creatorId, await sessionOf(db, creatorId))
    })
    const server = await startAndListen(place)
    const headers = { authorization: `Bearer ${made}`, 'content-type': 'application/json' }
    const answer = await fetch(`${server.address}/api/teams/api-keys/`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Учёт' }),
    })
    const { key } = (await answer.json()) as { key: string }
    const description = (await (await fetch(`${server.address}/api/openapi.json`)).json()) as {
      info: { description: string }
      servers: { url: string }[]
    }
    const script = /```sh\n([\s\S]*?)```/.exec(description.info.description)?.[1] ?? ''
    expect(script).toContain('curl ')

    const folder = temporaryFolder()
    writeFileSync(
      join(folder, 'price.csv'),
      'Артикул;Наименование;Категория;Высота, см;Цена\nЕ-1;Ель из учёта;Хвойные;40-60;1234\n',
    )
    const env = (DENDRO_KEY: string) => ({ PATH: process.env.PATH, DENDRO_KEY })
    const lines = script.replaceAll(description.servers[0]?.url ?? '', server.address)
    const { stdout } = await run('sh', ['-eu', '-c', lines], { cwd: folder, env: env(key) })
    expect(JSON.parse(stdout)).toMatchObject({ status: 'applying', file_name: 'price.csv', missing: 'keep' })

    const applied = async () => {
      const own = await fetch(`${server.address}/api/products/own/`, { headers })
      return own.ok && JSON.stringify(await own.json()).includes('Ель из учёта')
    }
    for (let left = 300; left > 0 && !(await applied()); left--) await sleep(200)
    expect(await applied()).toBe(true)

    // A wrong key ends the script with the server's refusal.
    const wrong = `${key.slice(0, -4)}AAAA`
    await expect(run('sh', ['-eu', '-c', lines], { cwd: folder, env: env(wrong) })).rejects.toThrow()
    server.child.kill('SIGTERM')
    await server.ended
    const log = server.stdout() + server.stderr()
    expect(log).toContain('/api/price-lists')
    for (const secretText of [key, wrong, key.slice(9)]) expect(log).not.toContain(secretText)
  },
)
