import {
  findPerson,
  listDevices,
  listOwnConfirmations,
  listOwnEmailChanges,
  listSessions,
} from '#server/domains/accounts/accounts.api.ts'
import { listOwnFiles, listOwnMessages } from '#server/domains/chat/chat.api.ts'
import { messageFileAddresses } from '#server/domains/chat/files/file-addresses.ts'
import { listOwnKeys } from '#server/domains/companies/companies.api.ts'
import { getTeam } from '#server/domains/companies/companies.service.ts'
import { listOwnFriends, listOwnRequests } from '#server/domains/friends/friends.api.ts'
import { listToldOf } from '#server/domains/notifications/notifications.service.ts'
import { listOwnComments, listOwnLikes, listOwnPosts } from '#server/domains/posts/posts.api.ts'
import { listOwnProducts } from '#server/domains/products/products.api.ts'
import { listOwnProjects } from '#server/domains/projects/projects.api.ts'
import { listOwnSaved } from '#server/domains/saved-searches/saved-searches.api.ts'
import { dealDocumentAddresses } from '#server/domains/trade/deals/documents/document-addresses.ts'
import { listOwnDocuments, listOwnTrade } from '#server/domains/trade/trade.api.ts'
import { listOwnUploads } from '#server/domains/uploads/uploads.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { avatarOf } from '../accounts/accounts.present.ts'
import { summariseSecondFactor } from '../accounts/second-factor/second-factor.service.ts'
import { deviceLabel } from '../accounts/sign-in/sessions.service.ts'

export interface PersonalDataDeps {
  db: Db
  media: MediaStore
  publicUrl: string
  secret: string
}

/** Times of a session or a device; its identifier is secret. */
const timesOf = ({ createdAt, lastUsedAt }: { createdAt: Date; lastUsedAt: Date }) => ({ createdAt, lastUsedAt })

/** Exports everything that is stored about the person. */
export async function collectPersonalData(deps: PersonalDataDeps, actor: Actor): Promise<Record<string, unknown>> {
  const { db, media, publicUrl, secret } = deps
  const person = await findPerson(db, actor.id)
  if (!person) throw new AppError('UNAUTHENTICATED')
  const { id, name, email, confirmedEmail, friendsCount, postsCount, createdAt } = person
  const [
    products,
    posts,
    comments,
    likes,
    friends,
    friendshipRequests,
    messages,
    messageFiles,
    notifications,
    uploads,
    sessions,
    devices,
    secondFactor,
    confirmations,
    emailChanges,
    saved,
    planned,
    apiKeys,
    traded,
    documents,
  ] = await Promise.all([
    listOwnProducts(db, id),
    listOwnPosts(db, id),
    listOwnComments(db, id),
    listOwnLikes(db, id),
    listOwnFriends(db, id),
    listOwnRequests(db, id),
    listOwnMessages(db, id),
    listOwnFiles(db, id),
    listToldOf(db, id),
    listOwnUploads(db, id),
    listSessions(db, id),
    listDevices(db, id),
    summariseSecondFactor(db, id),
    listOwnConfirmations(db, id),
    listOwnEmailChanges(db, id),
    listOwnSaved(db, id),
    listOwnProjects(db, id),
    listOwnKeys(db, id),
    listOwnTrade(db, id),
    listOwnDocuments(db, id),
  ])
  const messageAddresses = messageFileAddresses(secret, publicUrl)
  const documentAddresses = dealDocumentAddresses(secret, publicUrl)
  return {
    profile: { id, name, email, confirmedEmail, avatar: avatarOf(person, deps), friendsCount, postsCount, createdAt },
    company: actor.companyId === null ? null : await getTeam(db, actor, actor.companyId),
    products: products.map(({ priceKopecks, ...product }) => ({
      ...product,
      price: priceKopecks === null ? null : priceKopecks / 100,
    })),
    posts: posts.map(({ pictureKeys, ...post }) => ({
      ...post,
      attachments: pictureKeys.map(key => media.urls(key)),
    })),
    comments,
    likes,
    friends,
    friendshipRequests,
    messages,
    messageFiles: messageFiles.map(file => ({ ...file, url: messageAddresses.urlOf(file.id, id) })),
    notifications,
    uploads: uploads.map(upload => ({ ...upload, ...media.urls(upload.mediaKey) })),
    sessions: sessions.map(({ device, address, ...times }) => ({
      device: deviceLabel(device),
      address,
      ...timesOf(times),
    })),
    devices: devices.map(timesOf),
    secondFactor,
    confirmations,
    emailChanges,
    ...saved,
    ...planned,
    apiKeys,
    ...traded,
    dealDocuments: documents.map(file => ({ ...file, url: documentAddresses.urlOf(file.id, id) })),
  }
}
