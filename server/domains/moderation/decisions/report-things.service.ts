import type { z } from 'zod'
import type { ReportedKind, reportForm } from '#contract/reports.ts'
import { findPerson } from '#server/domains/accounts/accounts.api.ts'
import { findReadMessage } from '#server/domains/chat/chat.api.ts'
import { getReadableCompany } from '#server/domains/companies/companies.service.ts'
import { findReadComment } from '#server/domains/posts/posts.api.ts'
import { productReads } from '#server/domains/products/products.service.ts'
import type { Db } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Limit } from '#server/platform/http/limits/limits.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { insertReport } from './reports.queries.ts'

type Report = z.output<typeof reportForm>

/** What is reported, as it is now. */
interface Thing {
  subjectId: string
  isOwn: boolean
  personId?: string
  companyId?: number
  name?: string
  evidence: string
  path?: string
}

interface Deps {
  db: Db
  media: MediaStore
  /** Reports that a person may send in an hour. */
  limit: Limit
}

const missing = (sentence: string) => new AppError('NOT_FOUND', sentence)

/** Reports of things that the actor may see. Throws NOT_FOUND, INVALID_INPUT for the actor's own, TOO_MANY_REQUESTS. */
export function thingReports({ db, media, limit }: Deps) {
  const products = productReads({ db, media })

  async function report(
    actor: Actor,
    kind: ReportedKind,
    {
      isOwn,
      name = '',
      path = '',
      personId = null,
      companyId = null,
      ...thing
    }: Omit<Thing, 'personId' | 'companyId'> & {
      personId?: string | null
      companyId?: number | null
    },
    said: Report,
  ): Promise<void> {
    if (isOwn) throw new AppError('INVALID_INPUT', 'На своё не пожаловаться.')
    await limit.take(actor.id)
    await db.transaction(tx =>
      insertReport(tx, {
        id: uuidv7(),
        kind,
        reporterId: actor.id,
        name,
        path,
        personId,
        companyId,
        ...thing,
        ...said,
      }),
    )
  }

  return {
    async reportComment(actor: Actor, postId: string, id: string, said: Report) {
      const comment = await findReadComment(db, actor, postId, id)
      if (!comment) throw missing('Такого комментария нет.')
      const { authorId: personId, body: evidence } = comment
      const isOwn = personId === actor.id
      await report(actor, 'comment', { subjectId: id, isOwn, personId, evidence, path: `/post/${postId}` }, said)
      return { message: 'comment reported' as const }
    },

    /** Also of somebody who has blocked the actor: a block is no shelter from moderators. */
    async reportPerson(actor: Actor, id: string, said: Report) {
      const person = await findPerson(db, id)
      if (!person || person.deletedAt) throw missing('Такого человека нет.')
      const thing = { subjectId: id, isOwn: id === actor.id, personId: id, evidence: '' }
      await report(actor, 'person', { ...thing, path: `/profile/${id}` }, said)
      return { message: 'person reported' as const }
    },

    async reportMessage(actor: Actor, conversationId: string, id: string, said: Report) {
      const message = await findReadMessage(db, actor.id, conversationId, id)
      if (!message) throw missing('Такого сообщения нет.')
      const { authorId: personId, body, files } = message
      const evidence = [body, ...files].filter(Boolean).join('\n')
      await report(actor, 'message', { subjectId: id, isOwn: personId === actor.id, personId, evidence }, said)
      return { message: 'message reported' as const }
    },

    async reportProduct(actor: Actor, category: string, slug: string, said: Report) {
      const { product, company } = await products.getUnderCategory(actor, category, slug)
      const thing = { subjectId: String(product.id), isOwn: company.id === actor.companyId, companyId: company.id }
      const shown = { name: product.name, evidence: product.description, path: `/${category}/${product.slug}/` }
      await report(actor, 'product', { ...thing, ...shown }, said)
      return { message: 'product reported' as const }
    },

    async reportCompany(actor: Actor, id: number, said: Report) {
      const { name, about, hours, deliveryArea } = await getReadableCompany(db, actor, id)
      const evidence = [about, hours, deliveryArea].filter(Boolean).join('\n')
      const thing = { subjectId: String(id), isOwn: id === actor.companyId, companyId: id, name, evidence }
      await report(actor, 'company', { ...thing, path: `/teams/get_current_team/${id}` }, said)
      return { message: 'company reported' as const }
    },
  }
}
