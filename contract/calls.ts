import { accountCalls } from './accounts.ts'
import { apiKeyCalls } from './api-keys.ts'
import type { Answer, Call, Input } from './call.ts'
import { chatCalls } from './chat.ts'
import { companyCalls } from './companies.ts'
import { dealCalls } from './deals.ts'
import { claimCalls } from './deliveries.ts'
import { friendCalls } from './friends.ts'
import { invitationCalls } from './invitations.ts'
import { auditCalls } from './moderation/audit.ts'
import { complaintCalls } from './moderation/complaints.ts'
import { moderationLookupCalls } from './moderation/lookups.ts'
import { moderationOverviewCalls } from './moderation/overview.ts'
import { moderationCompanyCalls, moderationPeopleCalls } from './moderation/people.ts'
import { moderationPlantCalls } from './moderation/plants.ts'
import { moderationPostCalls } from './moderation/posts.ts'
import { moderationProductCalls } from './moderation/products.ts'
import { moderationPublicationCalls } from './moderation/publications.ts'
import { moderationReviewCalls } from './moderation/reviews.ts'
import { verificationCalls } from './moderation/verification.ts'
import { notificationSettingsCalls } from './notification-settings.ts'
import { notificationCalls } from './notifications.ts'
import { offerSearchCalls } from './offer-search.ts'
import { offerCalls } from './offers.ts'
import { personalDataCalls } from './personal-data.ts'
import { placeCalls } from './places.ts'
import { plantCatalogueCalls } from './plant-catalogue.ts'
import { plantCalls } from './plants.ts'
import { postCalls } from './posts.ts'
import { priceListCalls } from './price-lists.ts'
import { productPhotoCalls } from './product-photos.ts'
import { productCalls } from './products.ts'
import { projectCalls } from './projects.ts'
import { publicationCalls } from './publications.ts'
import { referenceCalls } from './reference.ts'
import { blockedCalls, reportCalls } from './reports.ts'
import { requestCalls } from './requests.ts'
import { requisitesCalls } from './requisites.ts'
import { reviewCalls } from './reviews.ts'
import { savedSearchCalls } from './saved-searches.ts'
import { secondFactorCalls } from './second-factor.ts'
import { sessionCalls } from './sessions.ts'
import { shareCalls } from './shares.ts'
import { silencedCalls } from './silenced.ts'
import { statisticsCalls } from './statistics.ts'
import { stopCalls, transportCalls } from './transport.ts'
import { uploadCalls } from './uploads.ts'
import { variantCalls } from './variants.ts'

/** All calls of the API, keyed by "METHOD /path/" below `/api`. */
export const calls = {
  ...accountCalls,
  ...apiKeyCalls,
  ...chatCalls,
  ...companyCalls,
  ...invitationCalls,
  ...dealCalls,
  ...claimCalls,
  ...friendCalls,
  ...notificationCalls,
  ...notificationSettingsCalls,
  ...offerCalls,
  ...offerSearchCalls,
  ...personalDataCalls,
  ...placeCalls,
  ...plantCalls,
  ...plantCatalogueCalls,
  ...postCalls,
  ...blockedCalls,
  ...reportCalls,
  ...complaintCalls,
  ...priceListCalls,
  ...productCalls,
  ...productPhotoCalls,
  ...variantCalls,
  ...projectCalls,
  ...publicationCalls,
  ...referenceCalls,
  ...requestCalls,
  ...requisitesCalls,
  ...reviewCalls,
  ...savedSearchCalls,
  ...secondFactorCalls,
  ...sessionCalls,
  ...shareCalls,
  ...silencedCalls,
  ...statisticsCalls,
  ...moderationCompanyCalls,
  ...moderationPlantCalls,
  ...auditCalls,
  ...moderationProductCalls,
  ...moderationLookupCalls,
  ...moderationOverviewCalls,
  ...moderationPeopleCalls,
  ...moderationPublicationCalls,
  ...moderationPostCalls,
  ...moderationReviewCalls,
  ...verificationCalls,
  ...stopCalls,
  ...transportCalls,
  ...uploadCalls,
} satisfies Record<string, Call>

export type Calls = typeof calls
export type CallName = keyof Calls
export type AnswerOf<Name extends CallName> = Answer<Calls[Name]>
export type InputOf<Name extends CallName, K extends 'params' | 'query' | 'body'> = Input<Calls[Name], K>
