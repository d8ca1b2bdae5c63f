/** What the bench and its server processes tell each other. */

import type { SocialSize } from './generate-social.ts'

/** The content of a server's database; `null`: only the companies. */
export interface Contents {
  products: number
  social: SocialSize | null
}

/** An answer that the server gives out as it is, at `/<name>` of its bare address. */
export interface Constant {
  name: string
  headers: Record<string, string>
  /** The bytes on the wire, in base64. */
  body: string
}

/** A person of the generated companies who can sign in, with so many products. */
export interface Supplier {
  email: string
  password: string
  products: number
}

/** A signed-in person of the generated network. */
export interface Member {
  access: string
  /** One of their conversations. */
  conversation: string
}

/**
 * To the server: `change` counts the content up, as any write to the catalogue does, and likes the newest post;
 * `supplier` gives the person of this address the password, and their company the products; `growers` and `members` ask for
 * so many people who have a company, or friends; `ask` asks for nothing but the report with which every order is answered.
 */
export type Order =
  | { change: true }
  | { constant: Constant }
  | { supplier: Supplier }
  | { growers: number }
  | { members: number }
  | { ask: true }

/**
 * From the server: where it listens, and where it gives out constants, once it is ready; or processor time used so far,
 * microseconds, when it has obeyed, and the people it was asked for.
 */
export type Report = { listening: string; bare: string } | { processor: number; members: Member[] }

/** Headers that depend on the answer; all others are the same for everything that the server sends. */
export const contentHeaders = ['content-type', 'content-encoding', 'vary', 'cache-control', 'etag']
