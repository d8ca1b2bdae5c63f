import { z } from 'zod'
import { requiredLines } from '../common.ts'

export const reasonLength = 1000

/** The reason of a moderator's action; shown to the person concerned and recorded in the journal. */
export const reasonForm = z.object({ reason: requiredLines('Напишите причину', reasonLength) })

/** Why something is reported, and by which rule moderators decide about it. */
export const reportReasons = ['spam', 'insult', 'fraud', 'wrong_plant', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** The same of a decision against somebody, who reads by which rule; older clients name none. */
export const againstForm = reasonForm.extend({ rule: z.enum(reportReasons, 'Выберите правило').default('other') })
