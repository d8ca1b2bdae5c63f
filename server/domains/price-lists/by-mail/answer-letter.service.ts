import type { Db } from '#server/platform/database/database.ts'
import { doneBy, type JobHandler } from '#server/platform/jobs/job-workers.ts'
import { queueEmail } from '#server/platform/mail/mail.ts'
import { letterAnswering } from '../price-lists.jobs.ts'
import { findListById } from '../price-lists.queries.ts'
import { listAnswerEmail } from './by-mail.emails.ts'
import { findAnswered, takeLetter } from './by-mail.queries.ts'

/**
 * The job handler that answers letters with lists, once each: where the sender's confirmed e-mail is now, if they still
 * work in the company.
 */
export const letterAnswerer = ({ db, publicUrl }: { db: Db; publicUrl: string }): JobHandler =>
  doneBy(letterAnswering, ({ listId }) =>
    db.transaction(async tx => {
      const list = await findListById(tx, listId)
      // It is being read or applied again: its end is told.
      if (!list || list.status === 'reading' || list.status === 'applying') return
      const letter = await takeLetter(tx, listId)
      if (!letter?.isAnswered || list.createdById === null) return
      const to = await findAnswered(tx, list.createdById, list.companyId)
      if (to !== undefined) await queueEmail(tx, listAnswerEmail(to, list, publicUrl), list.createdById)
    }),
  )
