import type { FastifyRequest } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'

type Values = Record<string, unknown>

const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)

/** Queries as sent, with what the schema made of them. */
const parsedQueries = new WeakMap<object, { shape: z.ZodType; value: unknown }>()

/** As the library's; a query whose address was asked for is not parsed again. */
export const validateOnce: typeof validatorCompiler = route => {
  const validate = validatorCompiler(route)
  return data => {
    const parsed = parsedQueries.get(data as object)
    return parsed && parsed.shape === (route.schema as unknown) ? { value: parsed.value } : validate(data)
  }
}

/**
 * The canonical URL of a call: the query as the contract's schema parses it, in the schema's order, without default
 * values and unknown parameters.
 */
export function callAddress(path: string, shape: z.ZodType | undefined) {
  const usual = (shape?.safeParse({}).data ?? {}) as Values

  const hasParams = path.includes('/:')
  const written = new WeakMap<Values, string>()

  function write(params: unknown, query: Values): string {
    const known = written.get(query)
    if (known !== undefined && !hasParams) return known
    const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String((params as Values)[name])))
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) {
      if (isSame(value, usual[name])) continue
      for (const item of [value].flat()) search.append(name, String(item))
    }
    const address = `/api${filled}${search.size > 0 ? `?${search}` : ''}`
    written.set(query, address)
    return address
  }

  return {
    /** For a request whose query has been parsed. */
    understood: ({ params, query }: FastifyRequest) => write(params, shape ? (query as Values) : {}),
    /** For a request that has just arrived; `null` when its query will be refused. */
    asked({ params, query }: FastifyRequest): string | null {
      if (!shape) return write(params, {})
      const parsed = shape.safeParse(query)
      if (!parsed.success) return null
      parsedQueries.set(query as object, { shape, value: parsed.data })
      return write(params, parsed.data as Values)
    },
  }
}
