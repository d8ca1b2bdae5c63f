import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorCode, FieldErrors, Problem } from '#contract/errors.ts'
import { isUnavailable as isDatabaseUnavailable } from '../database/database-errors.ts'
import { loggable } from '../observability/log-bounds.ts'
import { fieldErrorsOf } from './field-errors.ts'

const answers: Record<ErrorCode, { status: number; title: string; detail: string }> = {
  INVALID_INPUT: { status: 400, title: 'Invalid input', detail: 'Проверьте отмеченные поля.' },
  UNREADABLE_BODY: { status: 400, title: 'Unreadable body', detail: 'Запрос не удалось прочитать.' },
  UNAUTHENTICATED: { status: 401, title: 'Unauthenticated', detail: 'Войдите, чтобы продолжить.' },
  SECOND_FACTOR_REQUIRED: { status: 401, title: 'Second factor required', detail: 'Введите код из приложения.' },
  FORBIDDEN: { status: 403, title: 'Forbidden', detail: 'На это действие нет прав.' },
  SECOND_FACTOR_NEEDED: {
    status: 403,
    title: 'Second factor needed',
    detail: 'Модераторам нужен второй шаг входа: включите его в своём профиле.',
  },
  NOT_FOUND: { status: 404, title: 'Not found', detail: 'Ничего не найдено по этому адресу.' },
  TOO_SLOW: { status: 408, title: 'Request timeout', detail: 'Запрос шёл слишком долго. Попробуйте ещё раз.' },
  CONFLICT: { status: 409, title: 'Conflict', detail: 'Действие противоречит тому, что уже есть.' },
  GONE: { status: 410, title: 'Gone', detail: 'Этого больше нет.' },
  TOO_LARGE: { status: 413, title: 'Too large', detail: 'Слишком большой запрос или файл.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'Unsupported media type', detail: 'Такой вид данных не принимается.' },
  EXPECTATION_FAILED: { status: 417, title: 'Expectation failed', detail: 'Такого условия запроса сервер не знает.' },
  HEADERS_TOO_LARGE: {
    status: 431,
    title: 'Headers too large',
    detail: 'Слишком длинный адрес или заголовки запроса.',
  },
  TOO_MANY_REQUESTS: { status: 429, title: 'Too many requests', detail: 'Слишком много попыток. Подождите немного.' },
  INTERNAL: { status: 500, title: 'Internal error', detail: 'Ошибка на сервере. Мы уже знаем о ней.' },
  UNAVAILABLE: { status: 503, title: 'Unavailable', detail: 'Сервис временно недоступен. Попробуйте ещё раз.' },
}

/**
 * What a service throws when it refuses: a code of the contract, a Russian sentence for a person, the invalid fields,
 * and the seconds after which a retry makes sense.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, detail?: string, fields?: FieldErrors, retryAfter?: number) {
    super(detail ?? answers[code].detail)
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
  }
}

/** Seconds after which a retry makes sense when nothing better is known. */
const retryWhenUnavailable = 5

/**
 * The refusal itself, which the query builder wraps where it came from within a query; UNAVAILABLE for the errors of a
 * database that cannot answer now. `undefined` for all others.
 */
export function refusalIn(error: unknown): AppError | undefined {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof AppError) return each
  return isDatabaseUnavailable(error) ? new AppError('UNAVAILABLE') : undefined
}

/** Whether it was thrown because a dependency is unavailable. */
export const isUnavailable = (error: unknown) => refusalIn(error)?.code === 'UNAVAILABLE'

/** The problem document of an error. */
export function problemOf(error: AppError, requestId: string): Problem {
  const { status, title } = answers[error.code]
  return {
    type: 'about:blank',
    title,
    status,
    code: error.code,
    detail: error.message,
    ...(status >= 500 ? { request_id: requestId } : {}),
    ...(error.fields ? { fields: error.fields } : {}),
  }
}

/** The invalid field: in a list of objects the object's own field, `sections.2.name`; otherwise the field of the body. */
function fieldOf(instancePath: string): string | undefined {
  const [, ...steps] = instancePath.split('/')
  return steps.length > 2 ? steps.join('.') : steps[0]
}

/** Field errors in one response: a body of a megabyte can have a hundred thousand, and nobody fixes so many at once. */
const mostIssues = 100

function fromValidation(error: FastifyError, request: FastifyRequest): AppError {
  // A path parameter of the wrong form is an address that does not exist: 404.
  if (error.validationContext === 'params') return new AppError('NOT_FOUND')
  const issues = (error.validation ?? []).slice(0, mostIssues).map(({ instancePath, message, keyword, params }) => ({
    field: fieldOf(instancePath),
    message: message ?? 'Неверное значение',
    code: keyword,
    ownCode: (params.params as { code?: unknown } | undefined)?.code,
  }))
  if (issues.some(issue => !issue.field)) return new AppError('UNREADABLE_BODY')
  const input = error.validationContext === 'querystring' ? request.query : request.body
  return new AppError('INVALID_INPUT', undefined, fieldErrorsOf(issues, input))
}

const frameworkCodes: Record<number, ErrorCode> = {
  400: 'UNREADABLE_BODY',
  404: 'NOT_FOUND',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'UNAVAILABLE',
}

/** Error codes of the file system when the disk is full, read-only or failing. */
const diskFailures = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])
const diskFailed = () =>
  new AppError('UNAVAILABLE', 'Сервер сейчас не может сохранять файлы. Попробуйте ещё раз позже.', undefined, 60)

function toAppError(error: FastifyError | null | undefined, request: FastifyRequest): AppError {
  if (!error) return new AppError('INTERNAL')
  const refusal = refusalIn(error)
  if (refusal) return refusal
  if (diskFailures.has(error.code)) return diskFailed()
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error as FastifyError, request)
  const code = frameworkCodes[error.statusCode ?? 500]
  return code ? new AppError(code) : new AppError('INTERNAL')
}

/** The one place where errors become responses; unexpected ones are logged and hidden. */
export function sendProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error, request)
  if (answers[known.code].status >= 500) request.log.error({ err: loggable(error) }, 'request failed')
  const retryAfter = known.retryAfter ?? (known.code === 'UNAVAILABLE' ? retryWhenUnavailable : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply
    .code(answers[known.code].status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problemOf(known, request.id))
}
