import type { FastifyInstance } from 'fastify'
import { chatCalls } from '#contract/chat.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { filesPerHour } from '#server/platform/media/attached/attached-files.ts'
import { attachedFileRoute } from '#server/platform/media/attached/file-route.ts'
import { type ChatDeps, listChats, openChat, openChatAbout, openChatWith, readChat } from './chat.service.ts'
import { messageFileAddresses } from './files/file-addresses.ts'
import { findFile } from './files/message-files.queries.ts'
import { sendMessage } from './messages.service.ts'

interface RouteDeps extends Pick<ChatDeps, 'db' | 'media' | 'publicUrl' | 'writes'> {
  secret: string
  limit: Limits['limit']
}

export function chatRoutes(app: FastifyInstance, { secret, limit, ...given }: RouteDeps): void {
  const { db, media, publicUrl } = given
  const addresses = messageFileAddresses(secret, publicUrl)
  const files = limit({ name: 'message-files', points: filesPerHour, seconds: 3600 })
  const deps: ChatDeps = { ...given, files, addresses }
  attachedFileRoute(app, {
    files: media.files,
    addresses,
    summary: 'Файл сообщения: участнику беседы по токену или по подписанному адресу (url); снимок — и уже (width)',
    tag: 'chat',
    find: (id, personId) => findFile(db, id, personId),
  })
  registerCalls(app, chatCalls, {
    'GET /chat/': ({ actor, query }) => listChats(deps, actor, query.page),
    'GET /chat/:id/': ({ actor, params, query }) => openChat(deps, actor, params.id, query.before),
    'GET /chat/:id/get-or-create/': ({ actor, params }) => openChatWith(deps, actor, params.id),
    'POST /chat/about/': ({ actor, body }) => openChatAbout(deps, actor, body),
    'POST /chat/:id/read/': ({ actor, params }) => readChat(deps, actor, params.id),
    'POST /chat/:id/send/': ({ actor, params, body, files: received }) =>
      sendMessage(deps, actor, params.id, body, received),
  })
}
