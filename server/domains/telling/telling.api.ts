// How other domains tell people of things outside the site.
export { kindOf } from './kinds.ts'
export { chatSubject, tellingSubject } from './subjects.ts'
export { deleteTellingOf } from './telling.queries.ts'
export { forgetBetween, forgetRead, tell, tellByEmail } from './telling.service.ts'
