import { z } from 'zod'

/** The fields of a body, whatever is made of them afterwards. */
function fieldsOf(shape: unknown): Record<string, z.ZodType> {
  if (shape instanceof z.ZodObject) return shape.shape as Record<string, z.ZodType>
  return shape instanceof z.ZodPipe ? fieldsOf(shape.in) : {}
}

/** What a text of a form may stand for where the contract takes no such text. */
function meaningOf(text: string): null | boolean | undefined {
  if (text === '') return null
  const word = text.toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : undefined
}

/**
 * The fields of a form as the same values in JSON: a form has only texts, so that an empty one is also how it says null,
 * and `True` yes. Only where the field takes that value and not the text.
 */
export function readFormValues(fields: Record<string, unknown>, shape: unknown): Record<string, unknown> {
  const taken = fieldsOf(shape)
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const field = Object.hasOwn(taken, name) ? taken[name] : undefined
      const meaning = typeof value === 'string' ? meaningOf(value) : undefined
      const isMeant =
        field && meaning !== undefined && !field.safeParse(value).success && field.safeParse(meaning).success
      return [name, isMeant ? meaning : value]
    }),
  )
}
