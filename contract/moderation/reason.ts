import { z } from 'zod'
import { requiredLines } from '../common.ts'

export const reasonLength = 1000

/** The reason of a moderator's action; shown to the person concerned and recorded in the journal. */
export const reasonForm = z.object({ reason: requiredLines('Напишите причину', reasonLength) })
