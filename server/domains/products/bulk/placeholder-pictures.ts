import type { MediaStore } from '#server/platform/media/media.ts'
import { storeDrawing } from '../drawn-picture.ts'
import { illustrationSpecOf } from '../illustration-spec.ts'

/** Draws, for each of these categories, the picture that new products show until their own is drawn; keys by slug. */
export async function drawPlaceholders(media: MediaStore, categorySlugs: string[]): Promise<Map<string, string>> {
  const slugs = [...new Set(categorySlugs)]
  const unknown = {
    entry: undefined,
    genusSample: undefined,
    growthPattern: null,
    crownShape: null,
    foliageColour: '',
    matureHeightMm: null,
    heightFromMm: null,
    heightToMm: null,
    potMm: null,
  }
  const keys = await Promise.all(
    slugs.map(slug => storeDrawing(media, illustrationSpecOf({ ...unknown, name: slug, categorySlug: slug }), 'whole')),
  )
  return new Map(slugs.map((slug, index) => [slug, keys[index] ?? '']))
}
