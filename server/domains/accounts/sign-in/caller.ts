import type { FastifyRequest } from 'fastify'
import { deviceKeyIn } from './device-cookie.ts'
import { deviceName } from './device-name.ts'
import type { Caller } from './sign-in.service.ts'

/** Where a request that tries to sign in comes from. */
export const callerOf = ({ ip, headers }: FastifyRequest, publicUrl: string): Caller => ({
  ip,
  device: deviceName(headers['user-agent']),
  deviceKey: deviceKeyIn(headers.cookie, publicUrl),
})
