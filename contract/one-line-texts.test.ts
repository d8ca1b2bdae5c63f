import { expect, it } from 'vitest'
import { z } from 'zod'
import { signupForm } from './accounts.ts'
import type { Call } from './call.ts'
import { calls } from './calls.ts'

/** Texts of several lines: fields that are typed in a large box, and remarks that lists of goods carry. */
const severalLines = new Set(['about_team', 'body', 'description', 'note', 'reason', 'summary', 'text'])

type Path = (string | number)[]
interface Json {
  type?: string
  properties?: Record<string, Json>
  items?: Json
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  $ref?: string
  $defs?: Record<string, Json>
}

/** The places of a body where a text may stand, as its JSON schema has them. */
function places(json: Json, defs: Record<string, Json>, path: Path = []): Path[] {
  const known = json.$ref ? (defs[json.$ref.split('/').at(-1) ?? ''] ?? {}) : json
  const inside = [
    ...Object.entries(known.properties ?? {}).flatMap(([name, inner]) => places(inner, defs, [...path, name])),
    ...(known.items ? places(known.items, defs, [...path, 0]) : []),
    ...[known.anyOf, known.oneOf, known.allOf].flatMap(list => (list ?? []).flatMap(one => places(one, defs, path))),
  ]
  const isLeaf = known.type === 'string' || Object.keys(known).length === 0
  return [...(isLeaf && path.length > 0 ? [path] : []), ...inside]
}

function bodyWith(path: Path, value: string): unknown {
  const [first, ...rest] = path
  if (first === undefined) return value
  return typeof first === 'number' ? [bodyWith(rest, value)] : { [first]: bodyWith(rest, value) }
}

function takes(body: z.ZodType, path: Path, value: string): boolean {
  const { error } = body.safeParse(bodyWith(path, value))
  const at = path.join('.')
  return !error?.issues.some(issue => at.startsWith(issue.path.join('.')) && issue.path.length > 0)
}

/** Every field of every call that takes any short text. */
const fields = Object.entries({ ...calls, 'POST /signup/ (its form)': { body: signupForm } } as Record<
  string,
  Pick<Call, 'body'>
>).flatMap(([name, { body }]) => {
  if (!body) return []
  const json = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Json
  const found = new Map(places(json, json.$defs ?? {}).map(path => [path.join('.'), path]))
  return [...found.values()].flatMap(path => (takes(body, path, 'Туя западная') ? [{ name, body, path }] : []))
})

/** What is compared with what is stored and never stored itself: passwords, keys, what a form was opened with, ids and addresses. */
const isOnlyCompared = (path: Path) =>
  /^(?:token|refresh|code|password\d?|(?:old|new)_password\d?|was|verified_at|query|names|sheets|search)$/.test(
    String(path[0]),
  ) || /^(?:id|updated_at|picture)$/.test(String(path.at(-1)))

const isOfOneLine = ({ name, path }: { name: string; path: Path }) =>
  !isOnlyCompared(path) &&
  ((name.includes('/lookups/') && path[0] === 'description') ||
    !severalLines.has(String(path.filter(part => part !== 0).at(-1))))

it('finds the fields by the contract', () => {
  const named = fields.map(({ name, path }) => `${name} ${path.join('.')}`)
  for (const field of [
    'POST /signup/ (its form) name',
    'POST /teams/ company_name',
    'POST /products/create/ genus',
    'POST /products/create/ variants.0.sku',
    'PATCH /projects/:id/ name',
    'POST /saved-searches/ name',
    'POST /requests/:id/quote/ lines.0.label',
    'POST /staff/lookups/ name',
  ])
    expect(named).toContain(field)
})

it('takes no line breaks and no marks of direction in a text of one line, whatever the call', () => {
  const wrong = [
    '\n',
    '\r',
    '\u2028',
    '\u2029',
    ...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
  ]
  const taken = fields.filter(isOfOneLine).flatMap(({ name, body, path }) => {
    const signs = wrong.filter(sign => takes(body, path, `Туя${sign}западная`))
    return signs.length > 0
      ? [`${name} ${path.join('.')}: ${signs.map(sign => sign.codePointAt(0)?.toString(16)).join(' ')}`]
      : []
  })
  expect(taken).toEqual([])
})

it('keeps the line breaks of a text of several lines', () => {
  const refused = fields
    .filter(field => !isOnlyCompared(field.path) && !isOfOneLine(field))
    .filter(({ body, path }) => !takes(body, path, 'Туя\nзападная'))
    .map(({ name, path }) => `${name} ${path.join('.')}`)
  expect(refused).toEqual([])
})
