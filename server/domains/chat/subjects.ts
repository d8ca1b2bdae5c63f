import type { AboutForm, Subject } from '#contract/chat.ts'
import type { TradeSide } from '#contract/requests.ts'
import { productCards } from '#server/domains/products/product-cards.service.ts'
import { findContact } from '#server/domains/products/products.api.ts'
import { listTalks, type SpokenKind, showSpoken } from '#server/domains/trade/talks/talks.service.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import type { SubjectColumns } from './chat.queries.ts'

export interface SubjectDeps {
  db: Db
  media: MediaStore
}

/** Who speaks about something: the buyer and one company. */
export interface Talk {
  buyerId: string
  companyId: number
  /** Who is responsible in the company. */
  contactId: string
}

/** What chat needs to know of a kind of things, from the domain that owns them. */
interface SubjectSource<Id extends number | string> {
  /**
   * The talks about it in which the actor may take part: a company's member has one, a buyer one with each company.
   * None if the actor must not know that it exists.
   */
  listTalks(db: Db, actor: Actor, id: Id): Promise<Talk[]>
  /** How those of these that still exist are shown to each of the two sides. */
  present(deps: SubjectDeps, ids: Id[]): Promise<Map<Id, (side: TradeSide) => Subject>>
}

const products: SubjectSource<number> = {
  async listTalks(db, actor, id) {
    const found = await findContact(db, id)
    return found ? [{ buyerId: actor.id, companyId: found.companyId, contactId: found.personId }] : []
  },
  /** Only a published product is shown: a conversation gives no access to one that its company has withdrawn. */
  async present({ db, media }, ids) {
    const cards = [...(await productCards(db, media, ids)).values()].filter(card => card.is_active)
    return new Map(
      cards.map(product => [
        product.id,
        () => ({
          kind: 'product',
          id: product.id,
          title: product.name,
          line: product.sizes || product.category.name,
          get_absolute_url: product.get_absolute_url,
          get_thumbnail: product.get_thumbnail,
          product,
        }),
      ]),
    )
  },
}

const trade = (kind: SpokenKind): SubjectSource<string> => ({
  listTalks: (db, actor, id) => listTalks(db, actor, kind, id),
  async present({ db }, ids) {
    const found = await showSpoken(db, kind, ids)
    return new Map(
      found.map(({ id, title, line, path }) => [
        id,
        side => ({ kind, id, title, line, get_absolute_url: path(side), get_thumbnail: '', product: null }),
      ]),
    )
  },
})

const tradeKinds: readonly SpokenKind[] = ['request', 'quote', 'deal']
const sources = { product: products, request: trade('request'), quote: trade('quote'), deal: trade('deal') }

/** The talks about something in which the actor may take part. */
export async function listTalksAbout(db: Db, actor: Actor, about: AboutForm): Promise<Talk[]> {
  return about.kind === 'product'
    ? sources.product.listTalks(db, actor, about.id)
    : sources[about.kind].listTalks(db, actor, about.id)
}

type Asked = SubjectColumns & { openedById: string }

/** Returns the function that shows to this person what any of these conversations is about. */
export async function subjectPresenter(
  deps: SubjectDeps,
  readerId: string,
  rows: Asked[],
): Promise<(row: Asked) => Subject | null> {
  const productIds = [...new Set(rows.flatMap(({ productId }) => productId ?? []))]
  const [shownProducts, ...shownTrade] = await Promise.all([
    productIds.length > 0 ? sources.product.present(deps, productIds) : null,
    ...tradeKinds.map(kind => {
      const ids = rows.flatMap(({ tradeKind, tradeId }) => (tradeKind === kind && tradeId ? [tradeId] : []))
      return ids.length > 0 ? sources[kind].present(deps, [...new Set(ids)]) : null
    }),
  ])
  return ({ openedById, productId, tradeKind, tradeId }) => {
    const shown =
      productId !== null
        ? shownProducts?.get(productId)
        : tradeKind !== null && tradeId !== null && shownTrade[tradeKinds.indexOf(tradeKind)]?.get(tradeId)
    return shown ? shown(readerId === openedById ? 'buyer' : 'company') : null
  }
}
