import type { z } from 'zod'

/**
 * Who may make a call before any rule about the thing itself is asked:
 * - `open`: anybody; the Authorization header is not even looked at (login, sign-up, refresh …)
 * - `public`: anybody; a valid token may show more, an invalid one is 401
 * - `member`: signed-in people
 * - `staff`: moderators, signed in with their second factor where that is required; for everybody else the call does not
 *   exist (404)
 */
export type Access = 'open' | 'public' | 'member' | 'staff'

type Shape = z.ZodType

export interface Call {
  access: Access
  /** One line for the reader of the API page. */
  summary: string
  params?: Shape
  query?: Shape
  body?: Shape
  /** The field of a multipart body that carries files, pictures (contract/media.ts) unless told, and how many are taken. */
  files?: { field: string; max: number; kind?: 'table' }
  /** Takes a URL-encoded body, as mail programs send it, and looks at none of its fields. */
  takesUrlEncoded?: true
  /** Also answers programs with a company's key (contract/api-keys.ts), as the member who created it. */
  takesApiKey?: true
  answer: Shape
  /** 200 unless the call creates something. */
  status?: 200 | 201
}

/** Declares one call of the API; its key in the domain's map is "METHOD /path/" below `/api`. */
export function call<const C extends Call>(definition: C): C {
  return definition
}

/** Input (before parsing) and output of one call; `undefined` where the call takes nothing. */
export type Input<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends Shape
  ? z.input<C[K]>
  : undefined
export type Parsed<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends Shape
  ? z.output<C[K]>
  : undefined
export type Answer<C extends Call> = z.output<C['answer']>
