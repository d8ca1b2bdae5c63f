import { newTeamForm } from '#contract/companies.ts'
import { innError, isRussia } from '#contract/inn.ts'

/** What is wrong with the number of the company that is being typed; an empty one is missing, not wrong. */
function errorOf(typed: unknown): string | null {
  const { team_zipcode: inn, team_country: country } = (typed ?? {}) as Record<string, unknown>
  if (typeof inn !== 'string' || !inn.trim() || !isRussia(typeof country === 'string' ? country : '')) return null
  return innError(inn.trim())
}

/** The form is stricter than the call, which takes any INN: nobody but moderators can correct it afterwards. */
export const newCompanySchema = newTeamForm.refine(form => errorOf(form) === null, {
  path: ['team_zipcode'],
  error: ({ input }) => errorOf(input) ?? undefined,
  // Said together with what else is wrong, not only when nothing is.
  when: () => true,
})
