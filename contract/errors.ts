import { z } from 'zod'

/** Stable error codes; the server maps each to a status and a message (server/platform/http/errors.ts). */
export const errorCodes = [
  'INVALID_INPUT',
  'UNREADABLE_BODY',
  'UNAUTHENTICATED',
  'SECOND_FACTOR_REQUIRED',
  'FORBIDDEN',
  'SECOND_FACTOR_NEEDED',
  'NOT_FOUND',
  'TOO_SLOW',
  'CONFLICT',
  'GONE',
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'EXPECTATION_FAILED',
  'HEADERS_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
] as const
export type ErrorCode = (typeof errorCodes)[number]

/** A field's error: a stable code such as `required` or `unique`, and a message for a person. */
export const fieldError = z.object({ message: z.string(), code: z.string() })
export type FieldError = z.output<typeof fieldError>

/** The response to every failed request: `application/problem+json`, RFC 9457. */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(errorCodes),
    detail: z.string(),
    request_id: z.string().optional(),
    fields: z.record(z.string(), z.array(fieldError)).optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.output<typeof problem>

/** Errors by field; where the specification wants them in the `message` of a response, they are JSON text. */
export const fieldErrors = z.record(z.string(), z.array(fieldError))
export type FieldErrors = z.output<typeof fieldErrors>
