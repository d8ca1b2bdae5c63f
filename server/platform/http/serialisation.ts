import fjs from 'fast-json-stringify'
import { z } from 'zod'

/**
 * Compiles the contract's shape of an answer into a serialiser that writes the declared fields and drops all others,
 * so that a field which nobody declared cannot leave the server.
 */
export function answerSerialiser({ schema }: { schema: unknown }): (answer: unknown) => string {
  const jsonSchema = z.toJSONSchema(schema as z.ZodType, {
    io: 'output',
    target: 'draft-7',
    unrepresentable: 'any',
    // A closed object would be refused, not trimmed, where it stands in a union (every nullable one does).
    override: ({ jsonSchema: part }) => {
      if (part.additionalProperties === false) delete part.additionalProperties
    },
  })
  return fjs(jsonSchema as object)
}

/** A value of this type as JSON already. */
export class Written<Value> {
  readonly json: string
  declare readonly value: Value

  constructor(json: string) {
    this.json = json
  }
}

/** Compiles a shape into what writes it as answers are written. */
export function writerOf<Value>(schema: z.ZodType<Value>): (value: Value) => Written<Value> {
  const write = answerSerialiser({ schema })
  return value => new Written(write(value))
}

export interface PageLinks {
  count: number
  next: string | null
  previous: string | null
}

/** One page of a list whose items are written already. */
export function writtenPage<Item>({ count, next, previous }: PageLinks, items: Written<Item>[]) {
  const links = `"count":${count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}`
  const results = items.map(({ json }) => json).join(',')
  return new Written<PageLinks & { results: Item[] }>(`{${links},"results":[${results}]}`)
}
