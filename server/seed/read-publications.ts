import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const folder = fileURLToPath(new URL('publications', import.meta.url))

/** Publication dates, which determine the order of the articles. */
const publicationDays: Record<string, string> = {
  'zony-zimostoykosti': '2026-02-10',
  'kak-chitat-prays-pitomnika': '2026-03-03',
  'posadka-dereva-s-komom': '2026-03-31',
  'pervyy-god-posle-posadki': '2026-04-28',
  'zhivaya-izgorod': '2026-06-09',
  'posadochnaya-vedomost': '2026-07-21',
  'priyomka-rasteniy-na-obekte': '2026-09-08',
  'konteyner-ili-otkrytye-korni': '2026-10-06',
}

/** Incremented to redraw the same drawings after a change of the drawing code. */
const drawingVersion = 1

const picture = z.strictObject({ file: z.string(), alt: z.string().min(1) })
const articleFile = z.strictObject({
  name: z.string().min(1),
  summary: z.string().min(1),
  author: z.string().min(1),
  sections: z.array(z.strictObject({ slug: z.string(), name: z.string().min(1), picture: picture.optional() })).min(1),
})

/** An article of the data files; pictures are referred to by file name, `pictures/…svg`. */
export interface SeededArticle {
  key: string
  name: string
  summary: string
  author: string
  publishedAt: Date
  sections: { slug: string; name: string; body: string; picture: z.output<typeof picture> | null }[]
  /** SVG by file name. */
  drawings: Map<string, string>
  /** Changes with any content of the article. */
  fingerprint: string
}

function readArticle(key: string): SeededArticle {
  const read = (name: string) => readFileSync(join(folder, key, name), 'utf8')
  const day = publicationDays[key]
  if (day === undefined) throw new Error(`publications/${key}: nothing says when it came out`)
  try {
    const { sections, ...rest } = articleFile.parse(JSON.parse(read('article.json')))
    const drawings = new Map(
      readdirSync(join(folder, key, 'pictures'))
        .toSorted()
        .map(name => [`pictures/${name}`, read(join('pictures', name))]),
    )
    const article = {
      key,
      ...rest,
      publishedAt: new Date(`${day}T07:00:00Z`),
      sections: sections.map(({ slug, name, picture = null }) => {
        return { slug, name, body: read(`${slug}.md`).trim(), picture }
      }),
    }
    const content = JSON.stringify([drawingVersion, article, [...drawings]])
    return { ...article, drawings, fingerprint: createHash('sha256').update(content).digest('hex') }
  } catch (error) {
    throw new Error(`publications/${key}: ${(error as Error).message}`, { cause: error })
  }
}

/** The articles of the data files (server/seed/publications). Throws for a file that is missing or malformed. */
export const readPublications = (): SeededArticle[] => readdirSync(folder).toSorted().map(readArticle)
