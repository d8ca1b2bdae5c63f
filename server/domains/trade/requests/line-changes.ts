import { isDeepStrictEqual } from 'node:util'
import type { LineChange, LineField, RequestLine } from '#contract/requests.ts'

const sizes = [
  'height_from',
  'height_to',
  'spread_from',
  'spread_to',
  'girth_from',
  'girth_to',
  'stem_height',
  'stems',
  'transplants',
] as const

const valuesOf: Record<LineField, (line: RequestLine) => unknown> = {
  plant: ({ plant, name }) => plant?.id ?? name,
  quantity: ({ quantity, unit }) => [quantity, unit],
  size: ({ wish }) => sizes.map(size => wish[size]),
  packing: ({ wish }) => [wish.root, wish.root_size_from, wish.root_size_to],
  form: ({ wish }) => wish.form,
}

function differingFields(before: RequestLine, after: RequestLine): LineField[] {
  return (Object.keys(valuesOf) as LineField[]).filter(
    field => !isDeepStrictEqual(valuesOf[field](before), valuesOf[field](after)),
  )
}

/** A line as a request asks for it. */
export interface AskedLine {
  request: string
  line: RequestLine
}

interface Compared {
  /** The lines as they were sent. */
  sent: RequestLine[]
  /** The project's lines, without remarks. */
  now: RequestLine[]
  /** Id of the request from which on lines of the project are new: ids are in the order of time. */
  since: string
  /** The lines as they were last asked for, by their ids. */
  last: Map<string, AskedLine>
}

/** The same for lines that ask for the same in the same words. */
const contentOf = (line: RequestLine) => JSON.stringify([line.text, ...Object.values(valuesOf).map(read => read(line))])

/** What has changed since lines were sent: in the order of the project, then what was deleted there. */
export function compareLines({ sent, now, since, last }: Compared): LineChange[] {
  const before = new Map(sent.map(line => [line.id, line]))
  const there = new Set(now.map(({ id }) => id))
  const deleted = new Set(sent.filter(({ id }) => !there.has(id)))
  const deletedWith = Map.groupBy(deleted, contentOf)
  /** A line that was deleted and brought back has another id: takes the one that it was out of the deleted ones. */
  function takeSame(line: RequestLine): boolean {
    const was = deletedWith.get(contentOf(line))?.shift()
    return was !== undefined && deleted.delete(was)
  }
  const changed = now.flatMap((line): LineChange[] => {
    const was = before.get(line.id)
    // One that was there and was left out is not new.
    if (!was && (line.id < since || takeSame(line))) return []
    const fields = was ? differingFields(was, line) : []
    if (was && fields.length === 0) return []
    const again = last.get(line.id)
    const isAsked = again !== undefined && again.request > since && differingFields(again.line, line).length === 0
    return [{ line: line.id, before: was ?? null, after: line, fields, asked_in: isAsked ? again.request : null }]
  })
  return [
    ...changed,
    ...[...deleted].map((line): LineChange => ({
      line: line.id,
      before: line,
      after: null,
      fields: [],
      asked_in: null,
    })),
  ]
}
