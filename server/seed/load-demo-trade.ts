import { and, eq, inArray, sql } from 'drizzle-orm'
import { holdDays } from '#contract/companies.ts'
import type { LineWish } from '#contract/projects.ts'
import { conversationSides, conversations, messageFiles, messages } from '#server/domains/chat/chat.tables.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { presentVariant } from '#server/domains/products/variants/variants.present.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { projectLines, projects } from '#server/domains/projects/projects.tables.ts'
import { places } from '#server/domains/reference/places/places.tables.ts'
import { kopecksOf, sumsOf, totalOf } from '#server/domains/trade/money.ts'
import {
  dealDocuments,
  dealHistory,
  dealLines,
  deals,
  deliveries,
  deliveryLines,
  type PricedLineRow,
  quoteLines,
  quotes,
  requestCompanies,
  requestLines,
  requests,
  reviews,
} from '#server/domains/trade/trade.tables.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import { documentSuffix, type MediaStore } from '#server/platform/media/media.ts'
import { newPrivateKey } from '#server/platform/media/private-addresses.ts'
import { dayInMoscow } from '#server/platform/moscow-day.ts'
import { paperNumber } from '#server/platform/print/paper-figures.ts'
import { demoCompanies } from './demo/companies.ts'
import {
  type DemoDeal,
  type DemoQuote,
  type DemoRequest,
  type DemoSize,
  demoInquiries,
  demoTrade,
} from './demo/trade.ts'
import { inBatches, type News, type StoredPerson } from './load-demo-posts.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** A stored document, as its row refers to it. */
type Paper = Pick<typeof dealDocuments.$inferInsert, 'name' | 'size' | 'type' | 'mediaKey'>

const paperColumns = [
  { title: '№', width: 4, isNumber: true },
  { title: 'Наименование', width: 60 },
  { title: 'Количество, шт.', width: 16, isNumber: true },
]

/** A list of what is asked for, in print. */
async function printList(title: string, { project, lines }: Pick<DemoRequest, 'project' | 'lines'>): Promise<Buffer> {
  const { TablePaper } = await import('#server/platform/print/table-paper.ts')
  const paper = new TablePaper(`${title}. ${project}`, paperColumns)
  paper.heading(title, [project])
  paper.titles()
  for (const [at, { size, quantity }] of lines.entries())
    paper.row([String(at + 1), size[1], paperNumber.format(quantity)])
  return paper.finish()
}

/** Prints and stores the documents of deals and messages, by name: files are there before their rows. */
export async function storePapers({ files }: Pick<MediaStore, 'files'>): Promise<Map<string, Paper>> {
  const ofDeals = demoTrade.flatMap(request =>
    request.deals.flatMap(({ document }) => (document === undefined ? [] : [{ title: document, request }])),
  )
  const ofMessages = demoInquiries.flatMap(({ size, messages: said }) =>
    said.flatMap(([, , title]) => {
      const request = demoTrade.find(({ lines }) => lines.some(line => isSame(line.size, size)))
      return title === undefined || !request ? [] : [{ title, request }]
    }),
  )
  const papers = new Map<string, Paper>()
  for (const { title, request } of [...ofDeals, ...ofMessages]) {
    const content = await printList(title, request)
    const mediaKey = newPrivateKey() + documentSuffix
    await files.write(mediaKey, content)
    papers.set(title, { name: `${title}.pdf`, size: content.length, type: 'application/pdf', mediaKey })
  }
  return papers
}

const isSame = (one: DemoSize, other: DemoSize) => one.every((part, at) => part === other[at])

/** What the demonstration's companies offer, who they are, and where the plants go. */
async function readStock(tx: Tx) {
  const inns = demoCompanies.map(({ inn }) => inn)
  const companyRows = await tx.select().from(companies).where(inArray(companies.inn, inns))
  const companyOf = (key: string) => {
    const { inn } = demoCompanies.find(company => company.key === key) ?? {}
    const found = companyRows.find(row => row.inn === inn)
    if (!found) throw new Error(`the demonstration set has no company ${key}`)
    return found
  }
  const members = await tx
    .select()
    .from(companyMembers)
    .where(
      inArray(
        companyMembers.companyId,
        companyRows.map(({ id }) => id),
      ),
    )
  const sizes = await tx
    .select({ variant: variants, productId: products.id, name: products.name, plantId: products.plantId })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(inArray(products.name, [...new Set(allSizes().map(([, plant]) => plant))])))
  const names = [...new Set(demoTrade.map(({ place }) => place))]
  const towns = await tx.select().from(places).where(inArray(places.name, names))
  return {
    companyOf,
    peopleOf: (companyId: number) => members.flatMap(member => (member.companyId === companyId ? [member.userId] : [])),
    sizeOf([key, plant, price]: DemoSize) {
      const companyId = companyOf(key).id
      const found = sizes.find(
        ({ variant, name }) =>
          variant.companyId === companyId && name === plant && variant.priceKopecks === kopecksOf(price),
      )
      if (!found) throw new Error(`${key} offers no ${plant} for ${price}`)
      return { ...found, label: presentVariant(found.variant).label }
    },
    /** Of several with one name the largest. */
    placeOf: (name: string) =>
      towns.filter(row => row.name === name).toSorted((one, other) => other.population - one.population)[0]?.id ?? null,
  }
}

type Stock = Awaited<ReturnType<typeof readStock>>

const allSizes = () => [
  ...demoTrade.flatMap(({ lines, quotes: sent }) =>
    [...lines, ...sent.flatMap(quote => quote.lines)].map(({ size }) => size),
  ),
  ...demoInquiries.map(({ size }) => size),
]

/** As large as a size that is offered. */
function wishOf(variant: Parameters<typeof presentVariant>[0]): LineWish {
  const { form, girth_from, girth_to, height_from, height_to, root } = presentVariant(variant)
  return {
    ...{ form, girth_from, girth_to, height_from, height_to, root },
    ...{ spread_from: null, spread_to: null, stem_height: null, stems: null, transplants: null },
    ...{ root_size_from: null, root_size_to: null },
  }
}

interface TradeDeps {
  /** Finds a person by the key of the demonstration set. */
  person: (key: string) => StoredPerson
  papers: Map<string, Paper>
  now: number
}

/** Rows of all tables of trade, in the order in which they are inserted. */
const noRows = () => ({
  projects: [] as (typeof projects.$inferInsert)[],
  projectLines: [] as (typeof projectLines.$inferInsert)[],
  requests: [] as (typeof requests.$inferInsert)[],
  requestLines: [] as (typeof requestLines.$inferInsert)[],
  requestCompanies: [] as (typeof requestCompanies.$inferInsert)[],
  quotes: [] as (typeof quotes.$inferInsert & { createdAt: Date })[],
  quoteLines: [] as (PricedLineRow & { quoteId: string; requestId: string })[],
  deals: [] as (typeof deals.$inferInsert)[],
  dealLines: [] as (PricedLineRow & { dealId: string; position: number })[],
  deliveries: [] as (typeof deliveries.$inferInsert)[],
  deliveryLines: [] as (typeof deliveryLines.$inferInsert)[],
  dealHistory: [] as (typeof dealHistory.$inferInsert)[],
  dealDocuments: [] as (typeof dealDocuments.$inferInsert)[],
  reviews: [] as (typeof reviews.$inferInsert)[],
  news: [] as News[],
})
type Rows = ReturnType<typeof noRows>

function tradeWriter({ person, papers, now }: TradeDeps, stock: Stock) {
  const rows = noRows()
  // An hour of the working day, so that nothing happened at one moment.
  const ago = (days: number, minutes = 0) => new Date(now - days * day - 3 * hour + minutes * minute)
  const dayAfter = (days: number) => dayInMoscow(new Date(now + days * day))

  function addRequest(asked: DemoRequest) {
    const { daysAgo, deadline, wanted, note, substitutesAllowed = false, companies: keys } = asked
    const createdAt = ago(daysAgo)
    const id = uuidv7(createdAt.getTime())
    const buyerId = person(asked.buyer).id
    const placeId = stock.placeOf(asked.place)
    const drawnAt = ago(daysAgo + 1)
    const projectId = uuidv7(drawnAt.getTime())
    const isClosed = asked.deals.length > 0
    const awardedAt = isClosed ? ago(asked.deals[0]?.days[0] ?? 0) : null
    rows.projects.push({
      ...{ id: projectId, ownerId: buyerId, name: asked.project, placeId },
      ...{ createdAt: drawnAt, updatedAt: createdAt },
    })
    rows.requests.push({
      ...{ id, buyerId, projectId, projectName: asked.project, placeId, note, substitutesAllowed, createdAt },
      ...{ wantedFrom: dayAfter(wanted[0]), wantedTo: dayAfter(wanted[1]), deadline: new Date(now + deadline * day) },
      ...{ status: isClosed ? 'awarded' : 'sent', closedAt: awardedAt },
    })
    const lines = asked.lines.map(({ size, quantity }, at) => {
      const { variant, name, plantId } = stock.sizeOf(size)
      const line = {
        ...{ id: uuidv7(createdAt.getTime() + at), position: at + 1, name, quantity, unit: 'шт' as const, plantId },
        ...{ text: `${name}, ${quantity} шт.`, wish: wishOf(variant) },
      }
      rows.projectLines.push({ ...line, projectId, isNote: false, chosenVariantId: variant.id })
      rows.requestLines.push({ ...line, requestId: id })
      return line
    })
    const revisions = new Map(keys.map(key => [key, 0]))
    for (const key of keys) {
      const companyId = stock.companyOf(key).id
      const about = { actorId: buyerId, requestId: id, createdAt }
      for (const recipientId of stock.peopleOf(companyId))
        rows.news.push({ ...about, recipientId, type: 'quote_requested', details: String(lines.length) })
    }
    const sent = asked.quotes.map(quote => {
      const revision = (revisions.get(quote.by) ?? 0) + 1
      revisions.set(quote.by, revision)
      return addQuote(quote, { id, buyerId, lines, revision })
    })
    for (const [key, lastRevision] of revisions)
      rows.requestCompanies.push({ requestId: id, companyId: stock.companyOf(key).id, lastRevision })
    for (const deal of asked.deals) {
      const quote = sent.findLast(one => one.companyId === stock.companyOf(deal.company).id)
      if (!quote) throw new Error(`${deal.company} has sent no quote for ${asked.project}`)
      addDeal(deal, quote, { requestId: id, buyerId })
    }
  }

  interface Asked {
    id: string
    buyerId: string
    lines: { id: string; quantity: number; unit: 'шт' }[]
    revision: number
  }

  function addQuote({ by, daysAgo, lines, delivery, unloading, note = '' }: DemoQuote, asked: Asked) {
    const company = stock.companyOf(by)
    const createdAt = ago(daysAgo, 40)
    const id = uuidv7(createdAt.getTime())
    const priced = lines.map((line): PricedLineRow => {
      const wanted = asked.lines[line.line - 1]
      if (!wanted) throw new Error(`a quote of ${by} for a line that nobody asked for`)
      const { variant, name, plantId, label } = stock.sizeOf(line.size)
      const priceKopecks = kopecksOf(line.price ?? line.size[2])
      const quantity = line.quantity ?? wanted.quantity
      return {
        ...{ lineId: wanted.id, variantId: variant.id, plantId, name, label, priceKopecks, quantity },
        ...{ unit: wanted.unit, note: line.note ?? '', isSubstitute: line.isSubstitute ?? false },
        totalKopecks: totalOf(priceKopecks, quantity),
      }
    })
    const sums = sumsOf(priced, {
      deliveryKopecks: delivery === undefined ? null : kopecksOf(delivery),
      unloadingKopecks: unloading === undefined ? null : kopecksOf(unloading),
    })
    const row = {
      ...{ id, requestId: asked.id, companyId: company.id, revision: asked.revision, ...sums, note, createdAt },
      ...{ validUntil: dayAfter(14 - daysAgo), createdById: company.creatorId },
    }
    rows.quotes.push(row)
    rows.quoteLines.push(...priced.map(line => ({ ...line, quoteId: id, requestId: asked.id })))
    rows.news.push({
      ...{
        recipientId: asked.buyerId,
        actorId: company.creatorId,
        companyId: company.id,
        requestId: asked.id,
        createdAt,
      },
      type: asked.revision === 1 ? 'quote_received' : 'quote_revised',
    })
    return { ...row, lines: priced }
  }

  type Quoted = ReturnType<typeof addQuote>

  function addDeal(deal: DemoDeal, quote: Quoted, { requestId, buyerId }: { requestId: string; buyerId: string }) {
    const company = stock.companyOf(deal.company)
    const people = stock.peopleOf(company.id)
    const states = ['awarded', 'confirmed', 'handed_over', 'received'] as const
    const taken = states.slice(0, states.indexOf(deal.state) + 1)
    const times = taken.map((_, at) => ago(deal.days[at] ?? 0, 15 * at))
    const [createdAt = ago(0), changedAt = ago(0)] = [times[0], times.at(-1)]
    const id = uuidv7(createdAt.getTime())
    const { deliveryKopecks, unloadingKopecks, linesCount, linesKopecks, totalKopecks, note } = quote
    rows.deals.push({
      ...{
        id,
        requestId,
        buyerId,
        companyId: company.id,
        companyName: company.name,
        quoteId: quote.id,
        state: deal.state,
        confirmBy: ago(-holdDays.most),
      },
      ...{ deliveryKopecks, unloadingKopecks, linesCount, linesKopecks, totalKopecks, note, createdAt, changedAt },
    })
    rows.dealLines.push(...quote.lines.map((line, at) => ({ ...line, dealId: id, position: at + 1 })))
    const told = {
      awarded: 'quote_chosen',
      confirmed: 'deal_confirmed',
      handed_over: 'deal_handed_over',
      received: 'deal_received',
    } as const
    const about = { requestId, dealId: id }
    const tellCompany = (type: News['type'], at: Date) => {
      for (const recipientId of people) rows.news.push({ ...about, recipientId, actorId: buyerId, type, createdAt: at })
    }
    const tellBuyer = (type: News['type'], at: Date) =>
      rows.news.push({
        ...{ ...about, recipientId: buyerId, actorId: company.creatorId, companyId: company.id },
        ...{ type, createdAt: at },
      })
    for (const [at, state] of taken.entries()) {
      const time = times[at] ?? createdAt
      const isBuyer = state === 'awarded' || state === 'received'
      const by = isBuyer
        ? { byId: buyerId, side: 'buyer' as const }
        : { byId: company.creatorId, side: 'company' as const }
      rows.dealHistory.push({ dealId: id, state, at: time, ...by })
      if (isBuyer) tellCompany(told[state], time)
      else tellBuyer(told[state], time)
    }
    const [handedAt, receivedAt = null] = [times[2], times[3]]
    if (handedAt) {
      const deliveryId = uuidv7(handedAt.getTime())
      const by = { byId: company.creatorId, note: '' }
      rows.deliveries.push({ id: deliveryId, dealId: id, number: 1, handedAt, receivedAt, ...by })
      rows.deliveryLines.push(
        ...quote.lines.map(({ lineId, quantity }) => ({
          ...{ deliveryId, lineId, quantity },
          receivedQuantity: receivedAt && quantity,
        })),
      )
    }
    const paper = deal.document === undefined ? undefined : papers.get(deal.document)
    if (paper) {
      const attachedAt = new Date(changedAt.getTime() + 20 * minute)
      rows.dealDocuments.push({
        ...{ id: uuidv7(attachedAt.getTime()), dealId: id, authorId: company.creatorId, side: 'company', position: 0 },
        ...{ ...paper, createdAt: attachedAt },
      })
      tellBuyer('deal_documents', attachedAt)
    }
    if (deal.review) {
      const { rating, text, reply = null } = deal.review
      const reviewedAt = new Date(changedAt.getTime() + 5 * hour)
      const repliedAt = reply === null ? null : new Date(reviewedAt.getTime() + 14 * hour)
      rows.reviews.push({ dealId: id, companyId: company.id, rating, text, createdAt: reviewedAt, reply, repliedAt })
      tellCompany('review_received', reviewedAt)
      if (repliedAt) tellBuyer('review_replied', repliedAt)
    }
  }

  return { rows, addRequest }
}

async function insertRows(tx: Tx, rows: Rows): Promise<void> {
  await inBatches(rows.projects, part => tx.insert(projects).values(part))
  await inBatches(rows.projectLines, part => tx.insert(projectLines).values(part))
  await inBatches(rows.requests, part => tx.insert(requests).values(part))
  await inBatches(rows.requestLines, part => tx.insert(requestLines).values(part))
  await inBatches(rows.requestCompanies, part => tx.insert(requestCompanies).values(part))
  await inBatches(rows.quotes, part => tx.insert(quotes).values(part))
  await inBatches(rows.quoteLines, part => tx.insert(quoteLines).values(part))
  await inBatches(rows.deals, part => tx.insert(deals).values(part))
  await inBatches(rows.dealLines, part => tx.insert(dealLines).values(part))
  await inBatches(rows.deliveries, part => tx.insert(deliveries).values(part))
  await inBatches(rows.deliveryLines, part => tx.insert(deliveryLines).values(part))
  await inBatches(rows.dealHistory, part => tx.insert(dealHistory).values(part))
  await inBatches(rows.dealDocuments, part => tx.insert(dealDocuments).values(part))
  await inBatches(rows.reviews, part => tx.insert(reviews).values(part))
  await tx.update(companies).set({
    reviewsCount: sql`(select count(*) from ${reviews} where ${reviews.companyId} = ${companies.id})`,
    ratingsSum: sql`(select coalesce(sum(${reviews.rating}), 0) from ${reviews} where ${reviews.companyId} = ${companies.id})`,
  })
}

/** Conversations of buyers with companies about their products, seen by all of a company's people. */
async function insertInquiries(tx: Tx, { person, papers, now }: TradeDeps, stock: Stock): Promise<void> {
  for (const { buyer, size, contact, hoursAgo, unread = 0, messages: said } of demoInquiries) {
    const companyId = stock.companyOf(size[0]).id
    const buyerId = person(buyer).id
    const timeOf = (at: number) => new Date(now - hoursAgo * hour - (said.length - 1 - at) * 7 * minute)
    const last = timeOf(said.length - 1)
    const id = uuidv7(timeOf(0).getTime())
    await tx.insert(conversations).values({
      ...{ id, openedById: buyerId, otherId: person(contact).id, isWithCompany: true, companyId },
      ...{ productId: stock.sizeOf(size).productId, createdAt: timeOf(0) },
    })
    const written = said.map(([by, body, title], at) => ({
      paper: title === undefined ? undefined : papers.get(title),
      row: {
        ...{ id: uuidv7(timeOf(at).getTime()), conversationId: id, authorId: person(by).id, body, number: at + 1 },
        createdAt: timeOf(at),
      },
    }))
    await tx.insert(messages).values(written.map(({ row }) => row))
    const files = written.flatMap(({ paper, row }) =>
      paper ? [{ id: uuidv7(row.createdAt.getTime()), messageId: row.id, position: 0, ...paper }] : [],
    )
    if (files.length > 0) await tx.insert(messageFiles).values(files)
    const isBuyersTurn = said.at(-1)?.[0] !== buyer
    await tx.insert(conversationSides).values([
      { conversationId: id, userId: buyerId, modifiedAt: last, unreadCount: isBuyersTurn ? unread : 0 },
      ...stock.peopleOf(companyId).map(userId => ({
        ...{ conversationId: id, userId, companyId, modifiedAt: last },
        unreadCount: isBuyersTurn ? 0 : unread,
      })),
    ])
  }
}

/** Inserts requests, quotes, deals, reviews and talks with companies; returns the notifications of them. */
export async function insertTrade(tx: Tx, deps: TradeDeps): Promise<News[]> {
  const stock = await readStock(tx)
  const { rows, addRequest } = tradeWriter(deps, stock)
  for (const asked of demoTrade) addRequest(asked)
  await putMedia(
    tx,
    [...deps.papers.values()].map(({ mediaKey }) => mediaKey),
  )
  await insertRows(tx, rows)
  await insertInquiries(tx, deps, stock)
  return rows.news
}
