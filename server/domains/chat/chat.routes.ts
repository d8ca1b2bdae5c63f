import type { FastifyInstance } from 'fastify'
import { chatCalls } from '#contract/chat.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { type ChatDeps, listChats, openChat, openChatAbout, openChatWith, readChat } from './chat.service.ts'
import { sendMessage } from './messages.service.ts'

export function chatRoutes(app: FastifyInstance, deps: ChatDeps): void {
  registerCalls(app, chatCalls, {
    'GET /chat/': ({ actor, query }) => listChats(deps, actor, query.page),
    'GET /chat/:id/': ({ actor, params, query }) => openChat(deps, actor, params.id, query.before),
    'GET /chat/:id/get-or-create/': ({ actor, params }) => openChatWith(deps, actor, params.id),
    'POST /chat/about/': ({ actor, body }) => openChatAbout(deps, actor, body.id),
    'POST /chat/:id/read/': ({ actor, params }) => readChat(deps, actor, params.id),
    'POST /chat/:id/send/': ({ actor, params, body }) => sendMessage(deps, actor, params.id, body),
  })
}
