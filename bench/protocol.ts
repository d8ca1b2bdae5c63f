/** What the bench and its server processes tell each other. */

import type { SocialSize } from './generate-social.ts'

/** What a server's database is filled with; `null`: nobody is there but the companies. */
export interface Contents {
  listings: number
  social: SocialSize | null
}

/** An answer that the server gives out as it is, at `/bench/constant/<name>`. */
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
  listings: number
}

/** A signed-in person of the generated network. */
export interface Member {
  access: string
  /** One of their conversations. */
  conversation: string
}

/**
 * To the server: `change` counts the content up, as any write to the catalogue does, and likes the newest post;
 * `supplier` gives the person of this address the password, and their company the products; `members` asks for so many
 * people; `ask` asks for nothing but the report with which every order is answered.
 */
export type Order =
  | { change: true }
  | { constant: Constant }
  | { supplier: Supplier }
  | { members: number }
  | { ask: true }

/**
 * From the server: where it listens, once it is ready; or processor time used so far, microseconds, when it has obeyed,
 * and the people it was asked for.
 */
export type Report = { listening: string } | { processor: number; members: Member[] }

export const constantPath = '/bench/constant/'

/** Headers that depend on the answer; all others are the same for everything that the server sends. */
export const contentHeaders = ['content-type', 'content-encoding', 'vary', 'cache-control', 'etag']
