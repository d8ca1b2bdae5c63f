import {
  findPerson,
  listDevices,
  listOwnConfirmations,
  listOwnEmailChanges,
  listSessions,
} from '#server/domains/accounts/accounts.api.ts'
import { listOwnFiles, listOwnMessages } from '#server/domains/chat/chat.api.ts'
import { messageFileAddresses } from '#server/domains/chat/files/file-addresses.ts'
import { listOwnInvitations, listOwnKeys } from '#server/domains/companies/companies.api.ts'
import { getTeam } from '#server/domains/companies/companies.service.ts'
import { readRequisites } from '#server/domains/companies/requisites/requisites.service.ts'
import { listOwnFriends, listOwnRequests } from '#server/domains/friends/friends.api.ts'
import { listOwnDecisions, listOwnReports } from '#server/domains/moderation/decisions/decisions.api.ts'
import { listToldOf } from '#server/domains/notifications/notifications.service.ts'
import { listOwnComments, listOwnLikes, listOwnPosts } from '#server/domains/posts/posts.api.ts'
import { listOwnProducts } from '#server/domains/products/products.api.ts'
import { listOwnProjects } from '#server/domains/projects/projects.api.ts'
import { listOwnPlants, listOwnSearches } from '#server/domains/saved-searches/saved-searches.api.ts'
import { listOwnSilences } from '#server/domains/silenced/silenced.service.ts'
import { findSettings, listSubscriptions, presentSettings } from '#server/domains/telling/telling.api.ts'
import { dealDocumentAddresses } from '#server/domains/trade/deals/documents/document-addresses.ts'
import {
  listOwnAsked,
  listOwnBought,
  listOwnDocuments,
  listOwnPapers,
  listOwnQuoted,
} from '#server/domains/trade/trade.api.ts'
import { listOwnUploads } from '#server/domains/uploads/uploads.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import { inBatches } from '#server/platform/exports/batches.ts'
import type { JsonField } from '#server/platform/exports/write-json.ts'
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

/** Rows that one statement reads, and those that have up to a thousand lines of their own. */
const batch = { rows: 500, withLines: 10 }

/** Everything that is stored about the person, as the fields of an object that are read one after the other. */
export async function collectPersonalData(deps: PersonalDataDeps, actor: Actor): Promise<Record<string, JsonField>> {
  const { db, media, publicUrl, secret } = deps
  const person = await findPerson(db, actor.id)
  if (!person) throw new AppError('UNAUTHENTICATED')
  const { id, name, email, confirmedEmail, friendsCount, postsCount, createdAt } = person
  const messageAddresses = messageFileAddresses(secret, publicUrl)
  const documentAddresses = dealDocumentAddresses(secret, publicUrl)
  /** A list that is read in batches, each of its rows as it is written. */
  const list = <Row>(
    read: (db: Db, id: string, after: Row | undefined, limit: number) => Promise<Row[]>,
    asWritten: (row: Row) => unknown = row => row,
    size = batch.rows,
  ): JsonField =>
    async function* () {
      for await (const row of inBatches<Row>(size, (after, limit) => read(db, id, after, limit))) yield asWritten(row)
    }
  return {
    profile: async () => ({
      ...{ id, name, email, confirmedEmail, avatar: avatarOf(person, deps), friendsCount, postsCount, createdAt },
    }),
    company: async () => (actor.companyId === null ? null : getTeam({ db, media }, actor, actor.companyId)),
    products: list(listOwnProducts, ({ priceKopecks, ...product }) => ({
      ...product,
      price: priceKopecks === null ? null : priceKopecks / 100,
    })),
    posts: list(listOwnPosts, ({ pictureKeys, ...post }) => ({
      ...post,
      attachments: pictureKeys.map(key => media.urls(key)),
    })),
    comments: list(listOwnComments),
    likes: list(listOwnLikes),
    friends: () => listOwnFriends(db, id),
    friendshipRequests: () => listOwnRequests(db, id),
    silenced: () => listOwnSilences(db, id),
    notificationSettings: async () => presentSettings(await findSettings(db, id)),
    pushSubscriptions: async () =>
      (await listSubscriptions(db, id)).map(({ endpoint, createdAt }) => ({ endpoint, createdAt })),
    reports: list(listOwnReports),
    decisions: list(listOwnDecisions),
    messages: list(listOwnMessages),
    messageFiles: list(listOwnFiles, file => ({ ...file, url: messageAddresses.urlOf(file.id, id) })),
    notifications: list(listToldOf),
    uploads: async () => (await listOwnUploads(db, id)).map(upload => ({ ...upload, ...media.urls(upload.mediaKey) })),
    sessions: async () =>
      (await listSessions(db, id)).map(({ device, address, ...times }) => ({
        device: deviceLabel(device),
        address,
        ...timesOf(times),
      })),
    devices: async () => (await listDevices(db, id)).map(timesOf),
    secondFactor: () => summariseSecondFactor(db, id),
    confirmations: () => listOwnConfirmations(db, id),
    emailChanges: () => listOwnEmailChanges(db, id),
    savedSearches: () => listOwnSearches(db, id),
    savedPlants: () => listOwnPlants(db, id),
    projects: list(listOwnProjects, ({ id: _, ...project }) => project, batch.withLines),
    invitations: () => listOwnInvitations(db, id),
    apiKeys: () => listOwnKeys(db, id),
    requisites: () => readRequisites(db, { personId: id }),
    requests: list(listOwnAsked, undefined, batch.withLines),
    quotes: list(listOwnQuoted, undefined, batch.withLines),
    deals: list(listOwnBought, undefined, batch.withLines),
    dealPapers: () => listOwnPapers(db, id),
    dealDocuments: list(listOwnDocuments, file => ({ ...file, url: documentAddresses.urlOf(file.id, id) })),
  }
}
