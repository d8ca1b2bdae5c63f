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
