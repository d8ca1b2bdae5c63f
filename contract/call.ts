import type { z } from 'zod'

/**
 * Who may make a call, before any policy about the record itself:
 * - `open`: anybody; the Authorization header is ignored (login, sign-up, refresh …)
 * - `public`: anybody; a valid token may show more, an invalid one is 401
 * - `member`: signed-in people
 * - `staff`: moderators, signed in with their second factor where required; for everybody else the call is 404
 */
export type Access = 'open' | 'public' | 'member' | 'staff'

type Shape = z.ZodType

export interface Call {
  access: Access
  /** One line for the API page. */
  summary: string
  params?: Shape
  query?: Shape
  body?: Shape
  /**
   * The multipart field with files (pictures unless stated otherwise, contract/media.ts), their maximum number, the most
   * bytes of each if it is less than of a picture, and further fields that take one file each.
   */
  files?: { field: string; max: number; kind?: 'table' | 'file'; bytes?: number; singles?: readonly string[] }
  /** Accepts a URL-encoded body, which mail programs send, and ignores its fields. */
  takesUrlEncoded?: true
  /** Also answers programs with a company's key (contract/api-keys.ts), as the member who created it. */
  takesApiKey?: true
  answer: Shape
  /** 200 unless the call creates something, or has nothing to say: the answer of 204 is `null`, and is not sent. */
  status?: 200 | 201 | 204
}

/** Declares one call of the API; its key in the domain's map is "METHOD /path/" below `/api`. */
export function call<const C extends Call>(definition: C): C {
  return definition
}

/** Input (before parsing) and output of one call; `undefined` if it has none. */
export type Input<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends Shape
  ? z.input<C[K]>
  : undefined
export type Parsed<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends Shape
  ? z.output<C[K]>
  : undefined
export type Answer<C extends Call> = z.output<C['answer']>
