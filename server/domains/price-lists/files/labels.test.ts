import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { hasPoppler } from '../../../../scripts/find-poppler.ts'

const folder = mkdtempSync(join(tmpdir(), 'dendro-labels-'))
let server: TestServer
let company: Awaited<ReturnType<typeof makeCompany>>
let employee: { id: string }
beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  employee = await makePerson(db)
  company = await makeCompany(db, { name: 'Питомник «Липки»', employees: [employee.id] })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

async function codeIn(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  // The package is CommonJS: what it exports is below its default.
  const decode =
    (jsQR as unknown as { default?: typeof jsQR.default }).default ?? (jsQR as unknown as typeof jsQR.default)
  const found = decode(new Uint8ClampedArray(data), info.width, info.height)
  return found ? Buffer.from(found.binaryData).toString('utf8') : undefined
}

const labels = async (userId?: string, query = '') =>
  server.app.inject({
    url: `/api/teams/${company.id}/labels.pdf${query}`,
    headers: userId === undefined ? {} : { authorization: await server.bearer(userId) },
  })

describe('the QR code of a company', () => {
  const codeOf = async (id: number) => {
    const { statusCode, headers, rawPayload } = await server.app.inject({ url: `/api/teams/${id}/qr.svg` })
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    return codeIn(
      await sharp(rawPayload, { density: 300 }).resize(600).flatten({ background: '#fff' }).png().toBuffer(),
    )
  }

  it('leads to its page, whether it has an address of its own or not', async () => {
    const { id, creatorId } = await makeCompany(server.database.db)
    expect(await codeOf(id)).toBe(`${publicUrl}/teams/get_current_team/${id}`)
    await server.send('PATCH', `/api/teams/${id}/`, { slug: 'dubki' }, creatorId)
    expect(await codeOf(id)).toBe(`${publicUrl}/c/dubki`)
  })

  it('is not there for a company that nobody sees', async () => {
    const { id } = await makeCompany(server.database.db, { blockedAt: new Date(), blockReason: 'Обман' })
    for (const path of [`${id}`, '999999', 'x']) {
      expect((await server.app.inject({ url: `/api/teams/${path}/qr.svg` })).statusCode).toBe(404)
    }
  })
})

describe('labels for the yard', () => {
  it('are for the company’s people, and there is something to print', async () => {
    const stranger = await makePerson(server.database.db)
    const other = await makeCompany(server.database.db)
    const statuses = []
    for (const id of [undefined, stranger.id, other.creatorId]) statuses.push((await labels(id)).statusCode)
    expect(statuses).toEqual([401, 403, 403])
    expect((await labels(employee.id)).statusCode).toBe(409)
  })

  it.runIf(hasPoppler())('say name, size and price, and lead to the plant', async () => {
    const { db } = server.database
    const lime = await makeProduct(db, {
      companyId: company.id,
      name: 'Липа мелколистная',
      latinName: 'Tilia cordata',
      priceKopecks: 1_250_050,
      heightFromMm: 2000,
      heightToMm: 2500,
    })
    for (let n = 0; n < 15; n++) await makeProduct(db, { companyId: company.id, name: `Яблоня ${n}` })
    const hidden = await makeProduct(db, { companyId: company.id, name: 'Тайная', isApproved: false })
    const { statusCode, headers, rawPayload } = await labels(employee.id)
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
    const file = join(folder, 'labels.pdf')
    writeFileSync(file, rawPayload)
    const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).replace(
      /[ \u00a0\u202f]+/g,
      ' ',
    )
    expect(text).toContain('Липа мелколистная')
    expect(text).toContain('Tilia cordata')
    expect(text).toContain('Выс. 200–250')
    expect(text).toContain('12 500,5')
    expect(text).not.toContain('Тайная')
    expect(execFileSync('pdfinfo', [file], { encoding: 'utf8' })).toMatch(/Pages:\s+2/)

    const one = await labels(employee.id, `?product=${lime.id}&product=${hidden.id}`)
    writeFileSync(file, one.rawPayload)
    execFileSync('pdftoppm', ['-r', '150', '-png', '-singlefile', file, join(folder, 'labels')])
    expect(await codeIn(readFileSync(join(folder, 'labels.png')))).toBe(`${publicUrl}/hvoynye/${lime.slug}/`)
  })
})
