import { z } from 'zod'
import { call } from '../call.ts'
import { integerIdText, requiredLines } from '../common.ts'
import { companyName, inn } from '../companies.ts'
import { againstForm, reasonForm, reasonLength } from './reason.ts'

const params = z.object({ id: integerIdText })

/** The company as the moderator has seen it: refused if it has changed since. */
const seen = z.object({
  was: z.object({ company_name: z.string(), team_zipcode: z.string(), team_country: z.string() }),
})

/** What was compared with what; shown to moderators. */
export const verificationForm = z.object({ note: requiredLines('Напишите, что вы проверили', reasonLength) })

/** A name and a tax number requested by the company, and the reason, which its members read. */
export const correctionForm = z.object({ company_name: companyName, team_zipcode: inn, ...reasonForm.shape })

export const verificationCalls = {
  'POST /staff/companies/:id/verify/': call({
    access: 'staff',
    summary: 'Отметить компанию проверенной: её ИНН возможен, и другой проверенной с ним нет',
    params,
    body: verificationForm.extend(seen.shape),
    answer: z.object({ message: z.literal('company verified') }),
  }),
  'POST /staff/companies/:id/unverify/': call({
    access: 'staff',
    summary: 'Снять отметку «Проверено»',
    params,
    /** `verified_at`: the mark that the moderator has seen. */
    body: againstForm.extend({ verified_at: z.string() }),
    answer: z.object({ message: z.literal('company unverified') }),
  }),
  'POST /staff/companies/:id/correct/': call({
    access: 'staff',
    summary: 'Исправить название или ИНН по просьбе компании; новый ИНН снимает отметку «Проверено»',
    params,
    body: correctionForm.extend(seen.shape),
    answer: z.object({ message: z.literal('company corrected') }),
  }),
}
