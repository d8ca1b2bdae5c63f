/*
 * A mention in a post or a comment is `@[Имя](id of a person)`. Answers have the person's present name in it, whatever
 * was typed; where there is nobody to lead to, they have plain text: `@Имя`.
 */

const mention = /@\[([^[\]\n]{1,255})\]\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)/gi

export interface Mention {
  name: string
  /** In small letters. */
  id: string
  /** As it stands in the text, and where. */
  written: string
  at: number
}

export function mentionsIn(text: string): Mention[] {
  return [...text.matchAll(mention)].map(match => ({
    name: match[1] ?? '',
    id: (match[2] ?? '').toLowerCase(),
    written: match[0],
    at: match.index,
  }))
}

/** A mention as it is written; the name has no brackets in it. */
export const writeMention = ({ name, id }: { name: string; id: string }) =>
  `@[${name.replace(/[[\]\n]/g, ' ').trim() || 'Имя'}](${id})`

/** The text with every mention written anew. */
export const replaceMentions = (text: string, write: (mention: Pick<Mention, 'name' | 'id'>) => string) =>
  text.replace(mention, (_, name: string, id: string) => write({ name, id: id.toLowerCase() }))

/** The text with mentions as they are read: «@Имя». */
export const withoutIds = (text: string) => replaceMentions(text, ({ name }) => `@${name}`)
