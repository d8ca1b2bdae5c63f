// The handlers of events: each domain declares its events (*.events.ts) and knows no domain above it. All handlers run
// in the transaction that causes the event.
import { deleteSilencesOf } from './domains/accounts/accounts.api.ts'
import { personActivated, personErased, personLeaving, personRenamed } from './domains/accounts/accounts.events.ts'
import { shareInbox, withdrawInbox } from './domains/chat/company-inbox.service.ts'
import { deleteFilesOf } from './domains/chat/files/message-files.queries.ts'
import { deleteRequisitesOf } from './domains/companies/companies.api.ts'
import {
  companyClosing,
  companyHandedOver,
  companyMoved,
  memberAdded,
  memberLeaving,
  memberLeft,
} from './domains/companies/companies.events.ts'
import { handOverOrClose, refuseMember, welcomeMember } from './domains/companies/members.service.ts'
import { friendshipAnswered, friendshipAsked } from './domains/friends/friends.events.ts'
import { deleteDecisionsOf } from './domains/moderation/decisions/decisions.queries.ts'
import { deleteReportsBy } from './domains/moderation/decisions/reports.queries.ts'
import { recordCommentRemoval, recordRemoval } from './domains/moderation/posts/reports.service.ts'
import { deleteNotificationsOf, deleteTradeNewsOf } from './domains/notifications/notifications.queries.ts'
import { notify, notifyAll } from './domains/notifications/notifications.service.ts'
import { deleteMutedHashtagsOf } from './domains/posts/posts.api.ts'
import {
  commentRemoving,
  personMentioned,
  postCommented,
  postLiked,
  postOffered,
  postRemoving,
} from './domains/posts/posts.events.ts'
import { announceImport, retractImport } from './domains/posts/writing/import-posts.service.ts'
import {
  deleteProductPosts,
  moveCompany,
  renameAuthor,
  renameProductPosts,
  upsertProductPost,
  upsertProductPosts,
} from './domains/posts/writing/product-posts.service.ts'
import { priceListApplied, priceListRolledBack } from './domains/price-lists/price-lists.events.ts'
import { deleteProductsOfCompany, unassignLeaving } from './domains/products/company-products.service.ts'
import { offersAgeing } from './domains/products/freshness/freshness.events.ts'
import {
  productSaved,
  productsDeleting,
  productsPublicationChanged,
  productsRenamed,
} from './domains/products/products.events.ts'
import { settleProductsOfCompany } from './domains/products/suspension.service.ts'
import { projectRemarked } from './domains/projects/projects.events.ts'
import { deleteProjectsOf } from './domains/projects/projects.queries.ts'
import { savedSearchFound, stockArrived } from './domains/saved-searches/saved-searches.events.ts'
import { deleteSavedOf } from './domains/saved-searches/saved-searches.queries.ts'
import { deleteTellingOf } from './domains/telling/telling.api.ts'
import { endTradeOfCompany, endTradeOfPerson } from './domains/trade/leaving.service.ts'
import { tradeHappened } from './domains/trade/trade.events.ts'
import { deleteUploadsOf } from './domains/uploads/uploads.queries.ts'

personActivated.handledBy(welcomeMember)
personRenamed.handledBy(renameAuthor)
personLeaving.handledBy(handOverOrClose)
personErased.handledBy(
  refuseMember,
  (tx, { userId }) => deleteUploadsOf(tx, userId),
  (tx, { userId }) => deleteFilesOf(tx, userId),
  (tx, { userId }) => deleteRequisitesOf(tx, userId),
  (tx, { userId }) => deleteSavedOf(tx, userId),
  (tx, { userId }) => deleteProjectsOf(tx, userId),
  (tx, { userId }) => endTradeOfPerson(tx, userId),
  (tx, { userId }) => deleteNotificationsOf(tx, userId),
  (tx, { userId }) => deleteSilencesOf(tx, userId),
  (tx, { userId }) => deleteMutedHashtagsOf(tx, userId),
  (tx, { userId }) => deleteReportsBy(tx, userId),
  (tx, { userId }) => deleteTellingOf(tx, userId),
  (tx, { userId }) => deleteDecisionsOf(tx, userId),
  renameAuthor,
)

companyMoved.handledBy(moveCompany)
companyClosing.handledBy(deleteProductsOfCompany, (tx, { companyId }) => endTradeOfCompany(tx, companyId))
companyHandedOver.handledBy((tx, { companyId, heirId, formerId }) =>
  notify(tx, { recipientId: heirId, actorId: formerId, type: 'company_handed_over', companyId }),
)
memberAdded.handledBy(shareInbox, (tx, { companyId, userId, actorId }) =>
  notify(tx, { recipientId: userId, actorId, type: 'added_to_company', companyId }),
)
memberLeaving.handledBy(unassignLeaving)
memberLeft.handledBy(withdrawInbox, settleProductsOfCompany, (tx, { userId }) => deleteTradeNewsOf(tx, userId))

productSaved.handledBy(upsertProductPost)
productsPublicationChanged.handledBy(upsertProductPosts)
productsRenamed.handledBy(renameProductPosts)
productsDeleting.handledBy(deleteProductPosts)

offersAgeing.handledBy((tx, { personId, companyId, sizes }) =>
  notify(tx, { recipientId: personId, actorId: null, type: 'offers_ageing', companyId, details: String(sizes) }),
)

priceListApplied.handledBy(announceImport)
priceListRolledBack.handledBy(retractImport)

postLiked.handledBy((tx, { postId, authorId, actorId }) =>
  notify(tx, { recipientId: authorId, actorId, type: 'post_like', postId }),
)
postCommented.handledBy((tx, { postId, authorId, actorId }) =>
  notify(tx, { recipientId: authorId, actorId, type: 'post_comment', postId }),
)
personMentioned.handledBy((tx, { userIds, actorId, postId }) =>
  notifyAll(tx, userIds, { actorId, type: 'mention', postId }),
)
postOffered.handledBy((tx, { postId, authorId, actorId, companyId }) =>
  notify(tx, { recipientId: authorId, actorId, type: 'post_offer', postId, companyId }),
)
postRemoving.handledBy(recordRemoval)
commentRemoving.handledBy(recordCommentRemoval)

friendshipAsked.handledBy((tx, { fromId, toId }) =>
  notify(tx, { recipientId: toId, actorId: fromId, type: 'new_friendrequest' }),
)
friendshipAnswered.handledBy((tx, { fromId, toId, status }) =>
  notify(tx, { recipientId: fromId, actorId: toId, type: `${status}_friendrequest` }),
)

savedSearchFound.handledBy((tx, { personId, savedSearchId, offers }) =>
  notify(tx, {
    recipientId: personId,
    actorId: null,
    type: 'saved_search_found',
    savedSearchId,
    details: String(offers),
  }),
)
stockArrived.handledBy((tx, { personId, productId }) =>
  notify(tx, { recipientId: personId, actorId: null, type: 'stock_arrived', productId }),
)

projectRemarked.handledBy((tx, { ownerId, projectId, name }) =>
  notify(tx, { recipientId: ownerId, actorId: null, type: 'project_remark', projectId, details: name }),
)

tradeHappened.handledBy((tx, { recipientIds, ...news }) => notifyAll(tx, recipientIds, news))
