import type { AnswerOf, CallName, InputOf } from '#contract/calls.ts'
import type { ErrorCode, FieldError, Problem } from '#contract/errors.ts'

/** An error response of the API; `status` 0 means that it could not be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'UNREACHABLE'
  readonly fields: Record<string, FieldError[]>

  constructor(status: number, problem: Pick<Problem, 'detail' | 'fields'> & { code: ErrorCode | 'UNREACHABLE' }) {
    super(problem.detail)
    this.status = status
    this.code = problem.code
    this.fields = problem.fields ?? {}
  }
}

/**
 * The sentence for a person: of the first of these fields that was refused, or of any when none is named, otherwise of the
 * whole request.
 */
export function refusalOf(error: Error, ...fields: string[]): string {
  if (!(error instanceof ApiError)) return error.message
  const refused = fields.length === 0 ? Object.values(error.fields) : fields.map(field => error.fields[field])
  return refused.find(errors => errors?.[0])?.[0]?.message ?? error.message
}

type Optional<T> = undefined extends T ? { [K in never]: T } : never
type Part<Name extends CallName, K extends 'params' | 'query' | 'body'> =
  InputOf<Name, K> extends undefined
    ? Optional<InputOf<Name, K>>
    : K extends 'query'
      ? { query?: QueryOf<InputOf<Name, K>> }
      : K extends 'body'
        ? undefined extends InputOf<Name, K>
          ? { body?: InputOf<Name, K> | FormData }
          : { body: InputOf<Name, K> | FormData }
        : Record<K, InputOf<Name, K>>
/** Query values are text on the wire; a list is a repeated parameter. */
type QueryOf<Shape> = { [K in keyof Shape]?: string | number | readonly (string | number)[] }

/** Input of a call: the path parameters, query and body of its contract. */
export type CallInput<Name extends CallName> = Part<Name, 'params'> &
  Part<Name, 'query'> &
  Part<Name, 'body'> & { signal?: AbortSignal }

/** Sends a prepared request to an address below `/api`: `fetch` in the browser, the server itself during rendering. */
export type Transport = (path: string, init: RequestInit) => Promise<Answered>

/** What is read of a response. */
type Answered = Pick<Response, 'ok' | 'status' | 'json' | 'text'>

export interface Api {
  /**
   * Makes a call of the contract, named by its method and path. Throws ApiError for every status from 400 up and when
   * the server cannot be reached.
   */
  call<Name extends CallName>(
    name: Name,
    ...input: Record<never, never> extends CallInput<Name> ? [CallInput<Name>?] : [CallInput<Name>]
  ): Promise<AnswerOf<Name>>
}

interface LooseInput {
  params?: Record<string, string | number>
  query?: Record<string, string | number | readonly (string | number)[] | undefined>
  body?: unknown
  signal?: AbortSignal
}

function addressOf(path: string, { params = {}, query = {} }: LooseInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value].flat()) if (item !== undefined && item !== '') search.append(name, String(item))
  }
  const text = search.toString()
  return `/api${filled}${text ? `?${text}` : ''}`
}

async function failure(response: Answered): Promise<ApiError> {
  const problem = (await response.json().catch(() => null)) as Problem | null
  return new ApiError(
    response.status,
    problem ?? { code: 'INTERNAL', detail: 'Сервер ответил непонятно. Попробуйте ещё раз.' },
  )
}

export function createApi(transport: Transport): Api {
  return {
    async call(name: string, ...[input = {}]: [LooseInput?]) {
      const [method = 'GET', path = ''] = name.split(' ')
      const init: RequestInit = { method, signal: input.signal ?? null }
      if (input.body instanceof FormData) init.body = input.body
      else if (input.body !== undefined) {
        init.body = JSON.stringify(input.body)
        init.headers = { 'content-type': 'application/json' }
      }
      const response = await transport(addressOf(path, input), init).catch((cause: unknown) => {
        if (input.signal?.aborted) throw cause
        throw new ApiError(0, {
          code: 'UNREACHABLE',
          detail: 'Нет связи с сервером. Проверьте подключение и попробуйте ещё раз.',
        })
      })
      if (!response.ok) throw await failure(response)
      return response.status === 204 ? null : response.json()
    },
  } as Api
}
