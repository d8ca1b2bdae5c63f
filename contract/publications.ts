import { z } from 'zod'
import { call } from './call.ts'
import { integerId, slug } from './common.ts'

const sectionRef = z.object({ id: integerId, name: z.string(), slug: z.string() })

/** A published article. Pictures are those of its first section that has one, `""` when none has. */
export const article = z
  .object({
    name: z.string(),
    slug: z.string(),
    created_by: z.object({ name: z.string() }),
    summary: z.string(),
    sections: z.array(sectionRef),
    /** The address of the whole article as a PDF. */
    pdf: z.string(),
    get_image: z.string(),
    get_thumbnail: z.string(),
    picture_alt: z.string(),
    /** Minutes for reading the whole article. */
    reading_minutes: z.int(),
    published_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Article' })
export type Article = z.output<typeof article>

const neighbour = z.object({ name: z.string(), slug: z.string() }).nullable()

export const section = z
  .object({
    ...sectionRef.shape,
    /** Markdown. */
    long_text_section: z.string(),
    /** The same as HTML, without the section's heading; safe to insert into a page. */
    html: z.string(),
    get_image: z.string(),
    get_thumbnail: z.string(),
    picture_alt: z.string(),
    article: z.object({ name: z.string(), slug: z.string() }),
    previous: neighbour,
    next: neighbour,
  })
  .meta({ id: 'Section' })
export type Section = z.output<typeof section>

const articleAddress = z.object({ article_slug: slug })

export const publicationCalls = {
  'GET /publications/': call({
    access: 'public',
    summary: 'Опубликованные статьи, новые первыми',
    answer: z.array(article),
  }),
  'GET /publications/:article_slug/': call({
    access: 'public',
    summary: 'Статья и её разделы',
    params: articleAddress,
    answer: z.object({ article, section: z.array(sectionRef) }),
  }),
  'GET /publications/:article_slug/:section_slug/': call({
    access: 'public',
    summary: 'Раздел статьи',
    params: z.object({ ...articleAddress.shape, section_slug: slug }),
    answer: section,
  }),
}
