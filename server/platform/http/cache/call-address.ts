import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'

type Values = Record<string, unknown>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * The canonical URL of a call: the query as the contract's schema parses it, in the schema's order, without default
 * values and unknown parameters.
 */
export function callAddress(path: string, shape: z.ZodType | undefined) {
  const usual = (shape?.safeParse({}).data ?? {}) as Values

  function write(params: unknown, query: Values): string {
    const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String((params as Values)[name])))
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) {
      if (isSame(value, usual[name])) continue
      for (const item of [value].flat()) search.append(name, String(item))
    }
    return `/api${filled}${search.size > 0 ? `?${search}` : ''}`
  }

  return {
    /** For a request whose query has been parsed. */
    understood: ({ params, query }: FastifyRequest) => write(params, shape ? (query as Values) : {}),
    /** For a request that has just arrived; `null` when its query will be refused. */
    asked({ params, query }: FastifyRequest): string | null {
      if (!shape) return write(params, {})
      const parsed = shape.safeParse(query)
      return parsed.success ? write(params, parsed.data as Values) : null
    },
  }
}
