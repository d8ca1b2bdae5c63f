import fjs from 'fast-json-stringify'
import { z } from 'zod'

type Serialiser = (answer: unknown) => string

function compile(schema: z.ZodType): Serialiser {
  const jsonSchema = z.toJSONSchema(schema, {
    io: 'output',
    target: 'draft-7',
    unrepresentable: 'any',
    // In a union (every nullable one is) a closed object would be rejected, not trimmed.
    override: ({ jsonSchema: part }) => {
      if (part.additionalProperties === false) delete part.additionalProperties
    },
  })
  return fjs(jsonSchema as object)
}

const compiled = new WeakMap<z.ZodType, Serialiser>()

/**
 * A serialiser for the contract's shape of an answer, which writes the declared fields and drops all others, so that
 * undeclared fields cannot leave the server. Each shape is compiled once, by its first answer: all of them together
 * would take a tenth of a start.
 */
export function answerSerialiser({ schema }: { schema: unknown }): Serialiser {
  const shape = schema as z.ZodType
  return answer => {
    const serialiser = compiled.get(shape) ?? compile(shape)
    compiled.set(shape, serialiser)
    return serialiser(answer)
  }
}

/** A value of this type already serialised as JSON. */
export class Written<Value> {
  readonly json: string
  declare readonly value: Value

  constructor(json: string) {
    this.json = json
  }
}

/** Compiles a schema into the serialiser of responses. */
export function writerOf<Value>(schema: z.ZodType<Value>): (value: Value) => Written<Value> {
  const write = answerSerialiser({ schema })
  return value => new Written(write(value))
}

export interface PageLinks {
  count: number
  next: string | null
  previous: string | null
}

/** One page of a list whose items, and whatever `more` it has, are already serialised. */
export function writtenPage<Item, More extends object = object>(
  { count, next, previous }: PageLinks,
  items: Written<Item>[],
  more?: { [Name in keyof More]: Written<More[Name]> },
) {
  const links = `"count":${count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}`
  const results = items.map(({ json }) => json).join(',')
  const rest = Object.entries<Written<unknown>>(more ?? {}).map(([name, { json }]) => `,"${name}":${json}`)
  return new Written<PageLinks & { results: Item[] } & More>(`{${links},"results":[${results}]${rest.join('')}}`)
}
