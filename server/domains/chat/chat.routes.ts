import type { FastifyInstance } from 'fastify'
import { chatCalls } from '#contract/chat.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { filesPerHour } from '#server/platform/media/attached/attached-files.ts'
import { attachedFileRoute } from '#server/platform/media/attached/file-route.ts'
import { type ChatDeps, listChats, openChat, openChatAbout, openChatWith, readChat } from './chat.service.ts'
import { messageFileAddresses } from './files/file-addresses.ts'
import { findFile } from './files/message-files.queries.ts'
import { searchChats } from './message-search.service.ts'
import { deleteMessage, sendMessage, tellTyping } from './messages.service.ts'

/** More than a browser says of somebody who types in several conversations. */
const typingPerMinute = 60

interface RouteDeps extends Pick<ChatDeps, 'db' | 'media' | 'publicUrl' | 'writes'> {
  secret: string
  limit: Limits['limit']
}

export function chatRoutes(app: FastifyInstance, { secret, limit, ...given }: RouteDeps): void {
  const { db, media, publicUrl } = given
  const addresses = messageFileAddresses(secret, publicUrl)
  const files = limit({ name: 'message-files', points: filesPerHour, seconds: 3600 })
  const typing = limit({ name: 'typing', points: typingPerMinute, seconds: 60, heldBack: 10 })
  const deps: ChatDeps = { ...given, files, typing, addresses }
  attachedFileRoute(app, {
    files: media.files,
    addresses,
    summary: 'Файл сообщения: участнику беседы по токену или по подписанному адресу (url); снимок — и уже (width)',
    tag: 'chat',
    find: (id, personId) => findFile(db, id, personId),
  })
  registerCalls(app, chatCalls, {
    'GET /chat/': ({ actor, query }) => listChats(deps, actor, query.page),
    'GET /chat/search/': ({ actor, query, address }) => searchChats(deps, actor, query, publicUrl + address),
    'GET /chat/:id/': ({ actor, params, query }) => openChat(deps, actor, params.id, query.before),
    'GET /chat/:id/get-or-create/': ({ actor, params }) => openChatWith(deps, actor, params.id),
    'POST /chat/about/': ({ actor, body }) => openChatAbout(deps, actor, body),
    'POST /chat/:id/read/': ({ actor, params }) => readChat(deps, actor, params.id),
    'POST /chat/:id/send/': ({ actor, params, body, files: received }) =>
      sendMessage(deps, actor, params.id, body, received),
    'POST /chat/:id/typing/': ({ actor, params }) => tellTyping(deps, actor, params.id),
    'DELETE /chat/:id/messages/:message/': ({ actor, params }) => deleteMessage(deps, actor, params.id, params.message),
  })
}
