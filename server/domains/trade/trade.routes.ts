import type { FastifyInstance } from 'fastify'
import { dealCalls } from '#contract/deals.ts'
import { requestCalls } from '#contract/requests.ts'
import { reviewCalls } from '#contract/reviews.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type Handlers, registerCalls } from '#server/platform/http/routes.ts'

const tradeCalls = { ...requestCalls, ...dealCalls, ...reviewCalls }

/** The contract comes first; nothing answers yet. */
export function tradeRoutes(app: FastifyInstance): void {
  const handlers = Object.fromEntries(
    Object.keys(tradeCalls).map(name => [
      name,
      async () => {
        throw new AppError('UNAVAILABLE')
      },
    ]),
  ) as unknown as Handlers<typeof tradeCalls>
  registerCalls(app, tradeCalls, handlers)
}
