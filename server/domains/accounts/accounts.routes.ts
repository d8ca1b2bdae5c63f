import type { FastifyInstance } from 'fastify'
import { accountCalls } from '#contract/accounts.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import type { AccountDeps } from './accounts.deps.ts'
import { takeBackAddress } from './email-change/email-change.service.ts'
import { deleteAccount } from './erase-account.service.ts'
import { confirmReset, editPassword, requestReset } from './passwords/password.service.ts'
import { avatarRoutes } from './profile/drawn-avatar.routes.ts'
import { editProfile, getMe } from './profile/profile.service.ts'
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { callerOf } from './sign-in/caller.ts'
import { deviceCookie } from './sign-in/device-cookie.ts'
import { sessionRoutes } from './sign-in/sessions.routes.ts'
import { refreshAccess, signIn, signOut } from './sign-in/sign-in.service.ts'
import { activate, renewLink } from './sign-up/activation.service.ts'
import { signUp } from './sign-up/sign-up.service.ts'

const success = { message: 'success' } as const

export function accountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  registerCalls(app, accountCalls, {
    'POST /signup/': async ({ body, request, reply }) => {
      const { cookie, ...outcome } = await signUp(deps, request.ip, body)
      // A form of another site must not say in whose account this browser may be signed in.
      if (cookie && request.headers['sec-fetch-site'] !== 'cross-site') reply.header('set-cookie', cookie)
      return outcome
    },
    'POST /activation/': async ({ body, request, reply }) => {
      const { session, ...outcome } = await activate(deps, callerOf(request, deps.publicUrl), body.token, {
        signsIn: body.sign_in === true,
        cookies: request.headers.cookie,
      })
      if (!session) return { ...outcome, session: null }
      request.signIn = { who: session.userId, hasSecondFactor: false }
      reply.header('set-cookie', deviceCookie(session.deviceKey, deps.publicUrl))
      return { ...outcome, session: { access: session.access, refresh: session.refresh } }
    },
    'POST /activation/renew/': async ({ body }) => {
      renewLink(deps, body.token)
      return success
    },
    'POST /login/': async ({ body, request, reply }) => {
      const { userId, deviceKey, hasSecondFactor, ...tokens } = await signIn(
        deps,
        callerOf(request, deps.publicUrl),
        body,
      )
      request.signIn = { who: userId, hasSecondFactor }
      reply.header('set-cookie', deviceCookie(deviceKey, deps.publicUrl))
      return tokens
    },
    'POST /refresh/': ({ body, request }) => refreshAccess(deps, request.ip, body.refresh),
    'POST /logout/': async ({ body }) => {
      await signOut(deps, body.refresh)
      return success
    },
    'POST /password-reset/': async ({ body }) => {
      requestReset(deps, body.email)
      return success
    },
    'POST /password-reset/confirm/': async ({ body }) => {
      await confirmReset(deps, body)
      return success
    },
    'POST /email-change/undo/': ({ body }) => takeBackAddress(deps, body.token),
    'GET /me/': ({ actor }) => getMe(deps, actor),
    'POST /editprofile/': ({ actor, body, files }) => editProfile(deps, actor, body, files),
    'POST /editpassword/': ({ actor, body }) => editPassword(deps, actor, body),
    'POST /me/delete/': async ({ actor, body }) => {
      await deleteAccount(deps, actor, body.password)
      return success
    },
  })
  secondFactorRoutes(app, deps)
  sessionRoutes(app, deps)
  avatarRoutes(app)
}
