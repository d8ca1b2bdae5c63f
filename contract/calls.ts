import { accountCalls } from './accounts.ts'
import type { Answer, Call, Input } from './call.ts'
import { chatCalls } from './chat.ts'
import { companyCalls } from './companies.ts'
import { friendCalls } from './friends.ts'
import { staffJournalCalls } from './moderation/audit.ts'
import { staffLookupCalls } from './moderation/lookups.ts'
import { staffOverviewCalls } from './moderation/overview.ts'
import { staffCompanyCalls, staffPeopleCalls } from './moderation/people.ts'
import { staffDirectoryCalls } from './moderation/plants.ts'
import { staffReportCalls } from './moderation/posts.ts'
import { staffListingCalls } from './moderation/products.ts'
import { staffPublicationCalls } from './moderation/publications.ts'
import { staffVerificationCalls } from './moderation/verification.ts'
import { notificationCalls } from './notifications.ts'
import { offerCalls } from './offers.ts'
import { personalDataCalls } from './personal-data.ts'
import { plantCalls } from './plants.ts'
import { postCalls } from './posts.ts'
import { productCalls } from './products.ts'
import { publicationCalls } from './publications.ts'
import { referenceCalls } from './reference.ts'
import { secondFactorCalls } from './second-factor.ts'
import { sessionCalls } from './sessions.ts'
import { uploadCalls } from './uploads.ts'

/** The map of the product: every call of the API, keyed by "METHOD /path/" below `/api`. */
export const calls = {
  ...accountCalls,
  ...chatCalls,
  ...companyCalls,
  ...friendCalls,
  ...notificationCalls,
  ...offerCalls,
  ...personalDataCalls,
  ...plantCalls,
  ...postCalls,
  ...productCalls,
  ...publicationCalls,
  ...referenceCalls,
  ...secondFactorCalls,
  ...sessionCalls,
  ...staffCompanyCalls,
  ...staffDirectoryCalls,
  ...staffJournalCalls,
  ...staffListingCalls,
  ...staffLookupCalls,
  ...staffOverviewCalls,
  ...staffPeopleCalls,
  ...staffPublicationCalls,
  ...staffReportCalls,
  ...staffVerificationCalls,
  ...uploadCalls,
} satisfies Record<string, Call>

export type Calls = typeof calls
export type CallName = keyof Calls
export type AnswerOf<Name extends CallName> = Answer<Calls[Name]>
export type InputOf<Name extends CallName, K extends 'params' | 'query' | 'body'> = Input<Calls[Name], K>
