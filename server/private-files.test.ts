import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, vi } from 'vitest'
import { makePerson } from './test/factories.ts'
import { formOf, pictureFile } from './test/pictures.ts'
import { preparedPlace } from './test/places.ts'
import { compiledOnce, minute, secret, startAndListen, startsServers, stop } from './test/processes.ts'
import { bearerOf } from './test/sessions.ts'

startsServers()

/** What in this folder, itself included, others than its owner may read, write or enter. */
function openIn(folder: string): string[] {
  const names = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  const modeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0
  return names.filter(name => (modeOf(name) & 0o077) !== 0)
}

it(
  'nothing in the data folder, nor a backup, is readable by others, whatever the system allows and was there before',
  { timeout: 5 * minute },
  async () => {
    const { place, made: authorization } = await preparedPlace(async db =>
      bearerOf(db, secret, (await makePerson(db)).id),
    )
    const folder = place.DATA_DIR
    // What an earlier release left.
    mkdirSync(join(folder, 'mail'))
    writeFileSync(join(folder, 'mail', 'old.eml'), 'Старое письмо')
    for (const name of ['mail/old.eml', 'mail', '.'])
      chmodSync(join(folder, name), name.endsWith('eml') ? 0o644 : 0o755)
    expect(openIn(folder)).toEqual(expect.arrayContaining(['.', 'mail', 'mail/old.eml']))

    const server = await startAndListen(place)
    const signUp = { name: 'Анна', email: 'anna@mail.test', password1: 'ель у дома 7', password2: 'ель у дома 7' }
    const signed = await fetch(`${server.address}/api/signup/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signUp),
    })
    expect(await signed.json()).toEqual({ message: 'success' })
    const letters = () => readdirSync(join(folder, 'mail')).filter(name => name.endsWith('.eml'))
    await vi.waitFor(() => expect(letters()).toHaveLength(2), { timeout: minute, interval: 200 })
    const uploaded = await fetch(`${server.address}/api/uploads/`, {
      method: 'POST',
      headers: { authorization },
      body: formOf({ image: await pictureFile() }),
    })
    expect(uploaded.status).toBe(201)
    const backup = join(folder, 'copy.tar')
    const env = { PATH: process.env.PATH, ...compiledOnce, ...place }
    await promisify(execFile)(process.execPath, ['scripts/backup.ts', backup], { env })
    expect(statSync(backup).size).toBeGreaterThan(0)
    expect(openIn(folder)).toEqual([])
    await stop(server)
    expect(openIn(folder)).toEqual([])
  },
)
