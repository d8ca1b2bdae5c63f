import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OwnStop } from '#contract/transport.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, placeId } from '#server/test/factories.ts'
import { makeOffer, makeProject, trading } from '#server/test/trade.ts'

const [lime, oak] = ['Tilia cordata', 'Quercus robur'] as const

let server: TestServer
let act: ReturnType<typeof trading>
beforeAll(async () => {
  server = await testServer()
  act = trading(server)
})
afterAll(() => server.close())

/** Two nurseries in the way of one lorry, each with a deal of one buyer's request. */
async function twoDeals() {
  const { db } = server.database
  const buyer = (await makePerson(db)).id
  const [tula, oryol] = [
    await makeCompany(db, { name: 'Тульский питомник', placeId: await placeId(db, 'Тула') }),
    await makeCompany(db, { name: 'Орловский питомник', placeId: await placeId(db, 'Орёл') }),
  ]
  const stated = { stockQuantity: 50, weightGrams: 100_000, volumeMl: 200_000, heightToMm: 3500 }
  const limes = await makeOffer(db, tula.id, lime, stated)
  const oaks = await makeOffer(db, oryol.id, oak, { ...stated, weightGrams: 17_000 })
  const project = await makeProject(db, buyer, [lime, oak], 10)
  const place = await placeId(db, 'Москва')
  const request = await act.ask(buyer, project.id, [tula.id, oryol.id], { place })
  const [limeLine, oakLine] = request.lines
  const first = await act.quote(
    tula.creatorId,
    request,
    {},
    {
      lines: [{ line: limeLine?.id, variant: limes.id, price: 100 }],
    },
  )
  const second = await act.quote(
    oryol.creatorId,
    request,
    {},
    {
      lines: [{ line: oakLine?.id, variant: oaks.id, price: 100, quantity: 4 }],
    },
  )
  return { buyer, tula, oryol, request, first, second, project, limeLine, oakLine }
}

const stop = (path: string, who: string) => server.get(`/api/${path}/stop/`, who)

describe('the stop of a company', () => {
  it('is what it loads and how far it is from the place, before the award and after it', async () => {
    const { buyer, tula, oryol, request, first, second, limeLine } = await twoDeals()
    const offered = (await stop(`requests/${request.id}`, tula.creatorId)).body as OwnStop
    expect(offered).toMatchObject({
      company: { id: tula.id, company_name: 'Тульский питомник' },
      weight: 1000,
      volume: 2,
      length_m: 3.5,
      is_estimate: false,
      is_complete: true,
      lines: [{ line: limeLine?.id, quantity: 10, weight: 1000, volume: 2 }],
    })
    // From Tula to Moscow the road has 180 km.
    expect(offered.distance_km).toBeGreaterThan(170)
    expect(offered.distance_km).toBeLessThan(250)
    const deals = await act.award(buyer, request, [
      [0, first],
      [1, second],
    ])
    const [ofTula, ofOryol] = [tula, oryol].map(one => deals.find(({ company }) => company.id === one.id))
    for (const who of [tula.creatorId, buyer]) expect((await stop(`deals/${ofTula?.id}`, who)).body).toEqual(offered)
    expect((await stop(`deals/${ofOryol?.id}`, oryol.creatorId)).body).toMatchObject({ weight: 68, volume: 0.8 })

    // What is handed over is loaded no more.
    if (!ofTula) throw new Error('no deal')
    await act.act(tula.creatorId, ofTula, 'confirm')
    await act.act(tula.creatorId, ofTula, 'hand_over', { lines: [{ line: limeLine?.id, quantity: 7 }] })
    expect((await stop(`deals/${ofTula.id}`, tula.creatorId)).body).toMatchObject({
      weight: 300,
      volume: 0.6,
      lines: [{ quantity: 3 }],
    })
    await act.act(tula.creatorId, ofTula, 'hand_over')
    expect((await stop(`deals/${ofTula.id}`, tula.creatorId)).body).toMatchObject({ weight: 0, lines: [] })
  })

  it('says nothing of the others, and the same whether there are any', async () => {
    const { buyer, tula, oryol, request, first, second, project } = await twoDeals()
    const deals = await act.award(buyer, request, [
      [0, first],
      [1, second],
    ])
    const own = deals.find(({ company }) => company.id === tula.id)
    const seen = await stop(`deals/${own?.id}`, tula.creatorId)
    expect(seen.text).not.toMatch(/Орл|Орёл/)
    for (const other of deals.filter(({ id }) => id !== own?.id))
      expect((await stop(`deals/${other.id}`, tula.creatorId)).status).toBe(404)
    const stranger = (await makePerson(server.database.db)).id
    const statuses = async (who: string) => [
      (await stop(`deals/${own?.id}`, who)).status,
      (await stop(`requests/${request.id}`, who)).status,
      (await server.send('POST', `/api/projects/${project.id}/transport/`, {}, who)).status,
    ]
    expect(await statuses(stranger)).toEqual([404, 404, 404])
    expect(await statuses(oryol.creatorId)).toEqual([404, 200, 404])
    // The buyer plans; an offer's load before the award is the company's.
    expect((await statuses(buyer)).slice(0, 2)).toEqual([200, 403])
  })

  it('says what is estimated, and what nobody knows', async () => {
    const { db } = server.database
    const buyer = (await makePerson(db)).id
    const company = await makeCompany(db, { placeId: null })
    const guessed = await makeOffer(db, company.id, lime, { heightToMm: 2000, heightFromMm: 2000 })
    const project = await makeProject(db, buyer, [lime, oak], 2)
    const request = await act.ask(buyer, project.id, [company.id])
    expect((await stop(`requests/${request.id}`, company.creatorId)).status).toBe(404)
    const [first, second] = request.lines
    await act.quote(
      company.creatorId,
      request,
      {},
      {
        lines: [
          { line: first?.id, variant: guessed.id, price: 100 },
          { line: second?.id, price: 100 },
        ],
      },
    )
    const { body } = await stop(`requests/${request.id}`, company.creatorId)
    expect(body).toMatchObject({ is_estimate: true, is_complete: false, distance_km: null, loading_days: [] })
    expect(body.lines[0]).toMatchObject({ is_estimate: true, weight: body.weight })
    expect(body.lines[1]).toMatchObject({ weight: null, volume: null })
    expect(body.weight).toBeGreaterThan(0)
  })
})
