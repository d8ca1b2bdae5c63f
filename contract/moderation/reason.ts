import { z } from 'zod'
import { requiredText } from '../common.ts'

export const reasonLength = 1000

/** Why a moderator does something; whoever it concerns reads it, and it stands in the journal. */
export const reasonForm = z.object({ reason: requiredText('Напишите причину', reasonLength) })
