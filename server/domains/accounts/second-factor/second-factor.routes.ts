import type { FastifyInstance } from 'fastify'
import { secondFactorCalls } from '#contract/second-factor.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.service.ts'

export function secondFactorRoutes(app: FastifyInstance, deps: AccountDeps): void {
  registerCalls(app, secondFactorCalls, {
    'GET /second-factor/': ({ actor }) => getSecondFactor(deps, actor),
    'POST /second-factor/': ({ actor, body }) => beginSecondFactor(deps, actor, body.password),
    'POST /second-factor/confirm/': async ({ actor, body }) => ({
      recovery_codes: await confirmSecondFactor(deps, actor, body.code),
    }),
    'POST /second-factor/recovery-codes/': async ({ actor, body }) => ({
      recovery_codes: await renewRecoveryCodes(deps, actor, body.password, body.code),
    }),
    'POST /second-factor/remove/': async ({ actor, body }) => {
      await removeSecondFactor(deps, actor, body.password, body.code)
      return { message: 'success' as const }
    },
  })
}
