import type { Answer, Call, Input } from './call.ts'
import { catalogueCalls } from './catalogue.ts'
import { companyCalls } from './companies.ts'

/** The map of the product: every call of the API, keyed by "METHOD /path/" below `/api`. */
export const calls = {
  ...catalogueCalls,
  ...companyCalls,
} satisfies Record<string, Call>

export type Calls = typeof calls
export type CallName = keyof Calls
export type AnswerOf<Name extends CallName> = Answer<Calls[Name]>
export type InputOf<Name extends CallName, K extends 'params' | 'query' | 'body'> = Input<Calls[Name], K>
