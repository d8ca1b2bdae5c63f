/** Messages between the bench and its server processes. */

import type { SocialSize } from './generate-social.ts'

/** The content of a server's database; without `social` there are only companies. */
export interface Contents {
  products: number
  social: SocialSize | null
  /** The database has been filled before (social-database.ts). */
  isFilled?: boolean
  /** Responses to visitors are computed each time. */
  computesAll?: boolean
}

/** A fixed response that the server sends at `/<name>` of its bare address. */
export interface Constant {
  name: string
  headers: Record<string, string>
  /** The body as sent, in base64. */
  body: string
}

/** A person of the generated companies who can sign in, and the number of the company's products. */
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
 * Orders to the server. `change`: increments the content version, like any write to the catalogue, and likes the newest
 * post. `supplier`: sets the password of this person and the company's number of products. `growers` and `members`:
 * sign in so many people with a company or with friends. `ask`: only requests the report, which answers every order.
 * `backends`: asks for the processes of the database that serve this one.
 */
export type Order =
  | { change: true }
  | { constant: Constant }
  | { supplier: Supplier }
  | { growers: number }
  | { members: number }
  | { ask: true }
  | { backends: true }

/**
 * From the server: its addresses once it is ready; after an order, the processor time used so far in microseconds, the
 * number of statements sent so far, and the people or processes requested.
 */
export type Report =
  | { listening: string; bare: string }
  | { processor: number; statements: number; members: Member[]; backends: number[] }

/** Headers that depend on the response; all others are the same for all responses. */
export const contentHeaders = ['content-type', 'content-encoding', 'vary', 'cache-control', 'etag']
