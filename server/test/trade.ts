import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Deal } from '#contract/deals.ts'
import type { LineWish } from '#contract/projects.ts'
import type { Quote, Request } from '#contract/requests.ts'
import { genera, plants } from '#server/domains/plants/plants.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { projectLines, projects } from '#server/domains/projects/projects.tables.ts'
import { quoteLines } from '#server/domains/trade/trade.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import type { TestServer } from './app.ts'
import { makeProduct } from './factories.ts'

export const noWish: LineWish = {
  form: null,
  height_from: null,
  height_to: null,
  spread_from: null,
  spread_to: null,
  girth_from: null,
  girth_to: null,
  stem_height: null,
  stems: null,
  transplants: null,
  root: null,
  root_size_from: null,
  root_size_to: null,
}

export async function plantOf(db: Db, latinName: string) {
  const [plant] = await db
    .select({ id: plants.id, name: plants.name, genus: genera.name })
    .from(plants)
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .where(eq(plants.latinName, latinName))
  if (!plant) throw new Error(`no ${latinName}`)
  return plant
}

/** A published product of this plant with one size; returns the size. */
export async function makeOffer(db: Db, companyId: number, latinName: string, size: Record<string, unknown> = {}) {
  const plant = await plantOf(db, latinName)
  const product = await makeProduct(db, {
    companyId,
    plantId: plant.id,
    latinName,
    genus: plant.genus,
    category: 'listvennye-derevya',
  })
  const [variant] = await db
    .update(variants)
    .set({ position: 0, ...size })
    .where(eq(variants.productId, product.id))
    .returning()
  if (!variant) throw new Error('no variant')
  return { ...variant, product }
}

/** A project with a remark and a line for each of these plants; `null`: one that nobody knows. */
export async function makeProject(
  db: Db,
  ownerId: string,
  latinNames: (string | null)[],
  quantity: number | null = 10,
) {
  const id = uuidv7()
  await db.insert(projects).values({ id, ownerId, name: 'Сквер' })
  const lines = await Promise.all(
    latinNames.map(async (latinName, at) => ({
      id: uuidv7(),
      projectId: id,
      position: at + 2,
      text: latinName ?? 'Щефблямка',
      name: latinName ?? 'Щефблямка',
      isNote: false,
      quantity,
      unit: 'шт' as const,
      wish: noWish,
      plantId: latinName === null ? null : (await plantOf(db, latinName)).id,
    })),
  )
  const note = {
    id: uuidv7(),
    projectId: id,
    position: 1,
    text: 'Деревья',
    name: 'Деревья',
    isNote: true,
    wish: noWish,
  }
  await db.insert(projectLines).values([note, ...lines])
  return { id, lines, note }
}

/** Requisites whose numbers fit each other: of a firm. */
export const firm = {
  full_name: 'Общество с ограниченной ответственностью «Косогор»',
  inn: '7707083893',
  kpp: '773601001',
  ogrn: '1027700132195',
  legal_address: '117312, Москва, ул. Вавилова, 19',
  bank_name: 'ПАО Сбербанк',
  bic: '044525225',
  account: '40702810638050013199',
  correspondent_account: '30101810400000000225',
  signatory: 'Директор Пихтов А. Б.',
  vat: 20,
}
/** Of a person who buys. */
export const person = { full_name: 'Вера Ясенева', legal_address: 'Верея, Полевая, 1' }

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
export const dayIn = (days: number) => inDays(days).slice(0, 10)

/** Makes a quote one of an earlier time, when parts of plants could be quoted. */
export async function quoteParts(db: Db, quoteId: string, quantity: number) {
  await db.transaction(async tx => {
    await tx.execute(sql`alter table quote_lines disable trigger user`)
    await tx.update(quoteLines).set({ quantity }).where(eq(quoteLines.quoteId, quoteId))
    await tx.execute(sql`alter table quote_lines enable trigger user`)
  })
}

/** What people do with requests, each with its usual answer expected. */
export function trading(server: TestServer) {
  async function done<Answer>(path: string, body: unknown, who: string, status: number): Promise<Answer> {
    const answer = await server.send('POST', `/api/${path}`, body, who)
    expect([path, answer.status, answer.text]).toEqual([path, status, expect.any(String)])
    return answer.body
  }
  return {
    ask: (buyer: string, project: string, companies: number[], more: Record<string, unknown> = {}) =>
      done<Request>('requests/', { project, companies, deadline: inDays(5), ...more }, buyer, 201),

    /** Prices for lines by their number, from 0. */
    quote: (who: string, { id, lines }: Request, prices: Record<number, number>, more: Record<string, unknown> = {}) =>
      done<Quote>(
        `requests/${id}/quote/`,
        {
          lines: Object.entries(prices).map(([at, price]) => ({ line: lines[Number(at)]?.id, price })),
          valid_until: dayIn(10),
          ...more,
        },
        who,
        201,
      ),

    /** For lines by their number. */
    award: (buyer: string, { id, lines }: Request, choices: [number, Quote][]) =>
      done<[Deal, ...Deal[]]>(
        `requests/${id}/award/`,
        { choices: choices.map(([at, quote]) => ({ line: lines[at]?.id, quote: quote.id })) },
        buyer,
        201,
      ),

    act: (who: string, deal: { id: string }, action: string, body?: unknown) =>
      done<Deal>(`deals/${deal.id}/${action}/`, body, who, 200),

    review: (buyer: string, deal: { id: string }, rating: number, text = 'Всё хорошо') =>
      done(`deals/${deal.id}/review/`, { rating, text }, buyer, 201),
  }
}
