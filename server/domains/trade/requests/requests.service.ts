import type { LineOption } from '#contract/projects.ts'
import {
  type Candidate,
  type Request,
  type RequestForm,
  type RequestStatus,
  requestLimits,
} from '#contract/requests.ts'
import { lockPeople } from '#server/domains/accounts/accounts.api.ts'
import { shareCompanies } from '#server/domains/companies/companies.api.ts'
import type { OfferIndex } from '#server/domains/offers/index/offer-index.ts'
import { findProject, listLines, lockProject } from '#server/domains/projects/projects.api.ts'
import { findPlace } from '#server/domains/reference/reference.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { readAtOnce } from '#server/platform/database/read-at-once.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { canAskCompany, sideOfRequest } from '#server/policy/trade.ts'
import { defaultEnd } from '../default-end.ts'
import { tellCompanies } from '../telling/tell.ts'
import { listAskable, listStandings } from './candidates.queries.ts'
import { findCandidates } from './candidates.ts'
import { findOwnOptions } from './own-options.ts'
import { presentIncoming, presentRequest, presentSummaries } from './requests.present.ts'
import {
  closeRequest,
  countIncoming,
  countRequests,
  findAsked,
  findRequest,
  insertRequest,
  listAsked,
  listIncoming,
  listRequestLines,
  listRequests,
  lockRequest,
} from './requests.queries.ts'

export interface TradeDeps {
  db: Db
  media: MediaStore
  offerIndex: OfferIndex
}

export const noSuchRequest = () => new AppError('NOT_FOUND', 'Такого запроса нет.')
export const isClosed = () => new AppError('CONFLICT', 'Запрос уже закрыт.')
const noSuchProject = () => new AppError('NOT_FOUND', 'Такого проекта нет.')
const invalid = (field: string, message: string, code: string) =>
  new AppError('INVALID_INPUT', undefined, { [field]: fieldError(message, code) })

/**
 * A request with the side on which the person is. Throws NOT_FOUND for everybody else, whatever they know of it: that it
 * exists, was answered or is closed.
 */
export async function readRequest(db: Db | Tx, actor: Actor, id: string) {
  const found = await findRequest(db, id)
  if (!found) throw noSuchRequest()
  const asked = actor.companyId === null ? undefined : await findAsked(db, id, actor.companyId)
  const side = sideOfRequest(actor, { buyerId: found.request.buyerId, isAsked: asked !== undefined })
  if (side === null) throw noSuchRequest()
  return { ...found, companyBlockedAt: asked?.blockedAt ?? null, side }
}

/** Only for its buyer. Throws NOT_FOUND also for the companies that were asked. */
export async function readOwnRequest(db: Db | Tx, actor: Actor, id: string) {
  const found = await readRequest(db, actor, id)
  if (found.side !== 'buyer') throw noSuchRequest()
  return found
}

/** Only for a company that was asked; its buyer is told that it is theirs. */
export async function readAskedRequest(db: Db | Tx, actor: Actor, id: string) {
  const found = await readRequest(db, actor, id)
  if (found.side !== 'company' || actor.companyId === null)
    throw new AppError('FORBIDDEN', 'На свой запрос отвечают другие.')
  return { ...found, companyId: actor.companyId }
}

/** The lines of a project that are asked for, in its order. Throws INVALID_INPUT. */
async function readLines(tx: Db | Tx, projectId: string, ids: string[]) {
  const lines = await listLines(tx, projectId)
  const known = new Set(lines.map(({ id }) => id))
  if (ids.some(id => !known.has(id))) throw invalid('lines', 'Такой строки в проекте нет', 'not_in_list')
  const wanted = new Set(ids)
  // Headings and remarks are not asked for.
  const asked = lines.filter(({ id, isNote }) => !isNote && (wanted.size === 0 || wanted.has(id)))
  if (asked.length === 0) throw invalid('lines', 'Выберите хотя бы одну строку', 'required')
  return asked
}

type AskForm = Pick<RequestForm, 'project' | 'lines'> & Partial<RequestForm>

/**
 * Stores a request with copies of the project's lines; returns how many. The caller has locked the companies and the
 * buyer. Throws NOT_FOUND and INVALID_INPUT.
 */
export async function storeRequest(
  tx: Tx,
  actor: Actor,
  form: AskForm,
  { id, companyIds, postId = null }: { id: string; companyIds: number[]; postId?: string | null },
): Promise<number> {
  const locked = await lockProject(tx, actor.id, form.project)
  if (!locked) throw noSuchProject()
  const lines = await readLines(tx, locked.id, form.lines)
  await insertRequest(
    tx,
    {
      id,
      buyerId: actor.id,
      projectId: locked.id,
      projectName: locked.name,
      postId,
      placeId: form.place === undefined ? locked.placeId : form.place,
      wantedFrom: form.wanted_from ?? null,
      wantedTo: form.wanted_to ?? null,
      deadline: new Date(form.deadline ?? defaultEnd()),
      note: form.note ?? '',
      substitutesAllowed: form.substitutes_allowed ?? false,
    },
    lines.map(({ id: lineId, text, name, quantity, unit, wish, plantId }, at) => ({
      id: lineId,
      position: at + 1,
      text,
      name,
      quantity,
      unit,
      wish,
      plantId,
    })),
    companyIds,
  )
  return lines.length
}

export function requestService({ db, media, offerIndex }: TradeDeps) {
  async function projectOf(actor: Actor, id: string) {
    const project = await findProject(db, actor.id, id)
    if (!project) throw noSuchProject()
    return project
  }

  async function candidates(
    actor: Actor,
    form: Pick<RequestForm, 'project' | 'lines' | 'regions'>,
  ): Promise<Candidate[]> {
    const project = await projectOf(actor, form.project)
    const lines = await readLines(db, project.id, form.lines)
    return findCandidates(db, actor, {
      plantIds: lines.map(({ plantId }) => plantId),
      regions: form.regions,
      place: project.placeId === null ? undefined : await findPlace(db, project.placeId),
    })
  }

  /** Whom a form asks. Throws INVALID_INPUT. */
  async function recipients(actor: Actor, form: RequestForm): Promise<number[]> {
    if (form.companies.length === 0) {
      const found = await candidates(actor, form)
      if (found.length === 0)
        throw invalid('regions', 'Здесь никто не предлагает таких растений. Выберите другие регионы', 'nobody')
      return found.slice(0, requestLimits.companies).map(({ id }) => id)
    }
    const ids = [...new Set(form.companies)]
    if (actor.companyId !== null && ids.includes(actor.companyId))
      throw invalid('companies', 'Свою компанию спрашивать не нужно', 'own')
    const askable = new Set(await listAskable(db, ids))
    if (ids.some(id => !askable.has(id))) throw invalid('companies', 'Такой компании нет', 'not_in_list')
    return ids
  }

  async function getRequest(actor: Actor, id: string): Promise<Request> {
    return readAtOnce(db, async tx => {
      const { side, ...found } = await readRequest(tx, actor, id)
      return presentRequest(tx, actor, side, found)
    })
  }

  return {
    getRequest,
    candidates,

    async createRequest(actor: Actor, form: RequestForm): Promise<Request> {
      const project = await projectOf(actor, form.project)
      if (form.place && !(await findPlace(db, form.place))) throw invalid('place', 'Такого места нет', 'not_in_list')
      await readLines(db, project.id, form.lines)
      const companyIds = await recipients(actor, form)
      const id = uuidv7()
      await db.transaction(async tx => {
        const there = await shareCompanies(tx, companyIds)
        // Whoever blocks the buyer, or is blocked by them, waits or has done so.
        await lockPeople(tx, [actor.id])
        const asked = (await listStandings(tx, actor.id, there)).filter(canAskCompany).map(({ id }) => id)
        // One of those that were named is no more, or may not be asked; of regions the others are asked.
        if (asked.length === 0 || (form.companies.length > 0 && asked.length < companyIds.length))
          throw invalid('companies', 'Такой компании нет', 'not_in_list')
        const count = await storeRequest(tx, actor, form, { id, companyIds: asked })
        const news = {
          type: 'quote_requested',
          actorId: actor.id,
          requestId: id,
          details: String(count),
        } as const
        await tellCompanies(tx, asked, news)
      })
      return getRequest(actor, id)
    },

    async listOwn(actor: Actor, query: PageRequest & { status?: RequestStatus | undefined }, address: string) {
      const links = pageLinks(address, query, await countRequests(db, actor.id, query.status))
      const rows = await listRequests(db, actor.id, query.status, pageRange(query))
      return { ...links, results: await presentSummaries(db, rows) }
    },

    /** Of a person without a company: none. */
    async listIncoming(
      actor: Actor,
      query: PageRequest & { status?: RequestStatus | undefined; waiting?: boolean | undefined },
      address: string,
    ) {
      const { companyId, id: actorId } = actor
      const { status, waiting: isWaiting = false } = query
      if (companyId === null) return { ...pageLinks(address, query, 0), results: [] }
      const which = { companyId, actorId, status, isWaiting }
      const links = pageLinks(address, query, await countIncoming(db, which))
      return { ...links, results: await presentIncoming(db, await listIncoming(db, which, pageRange(query))) }
    },

    /** What the actor's company has for each line. */
    async listOptions(actor: Actor, id: string): Promise<{ line: string; options: LineOption[] }[]> {
      const { companyId } = await readAskedRequest(db, actor, id)
      return findOwnOptions({ db, media, offerIndex }, companyId, await listRequestLines(db, id))
    },

    /** Throws FORBIDDEN for a company that was asked, which sees the request, and CONFLICT when it is closed. */
    async cancelRequest(actor: Actor, id: string): Promise<Request> {
      const { side } = await readRequest(db, actor, id)
      if (side !== 'buyer') throw new AppError('FORBIDDEN', 'Запрос отменяет тот, кто его отправил.')
      await db.transaction(async tx => {
        await lockRequest(tx, id)
        if (!(await closeRequest(tx, id, 'cancelled'))) throw isClosed()
        const asked = await listAsked(tx, id)
        const companyIds = asked.map(company => company.id)
        await tellCompanies(tx, companyIds, { type: 'request_cancelled', actorId: actor.id, requestId: id })
      })
      return getRequest(actor, id)
    },
  }
}
