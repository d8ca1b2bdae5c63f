// How other domains tell people of things outside the site.
export { kindOf } from './kinds.ts'
export { chatSubject, tellingSubject } from './subjects.ts'
export { nextDigest } from './decide.ts'
export { isInDigest, presentSettings } from './settings.ts'
export {
  claimSubjects,
  deleteTellingOf,
  findSettings,
  listSubscriptions,
  listToldSubjects,
  lockDueDigest,
  setDigested,
} from './telling.queries.ts'
export type { UnsubscribeUrl } from './unsubscribe-links.ts'
export { forgetBetween, forgetRead, tell, tellByEmail } from './telling.service.ts'
