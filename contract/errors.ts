import { z } from 'zod'

/** Stable names of what can go wrong; the server maps each to a status and a sentence (server/platform/http/errors.ts). */
export const errorCodes = [
  'INVALID_INPUT',
  'UNREADABLE_BODY',
  'UNAUTHENTICATED',
  'SECOND_FACTOR_REQUIRED',
  'FORBIDDEN',
  'SECOND_FACTOR_NEEDED',
  'NOT_FOUND',
  'CONFLICT',
  'GONE',
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
] as const
export type ErrorCode = (typeof errorCodes)[number]

/** What is wrong with a field: `required`, `unique` or another stable name, and a sentence for a person. */
export const fieldError = z.object({ message: z.string(), code: z.string() })
export type FieldError = z.output<typeof fieldError>

/** The answer to everything that fails: `application/problem+json`, RFC 9457. */
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

/** Errors by field; where the specification wants them as the `message` of an answer, they stand there as JSON. */
export const fieldErrors = z.record(z.string(), z.array(fieldError))
export type FieldErrors = z.output<typeof fieldErrors>
