import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { drawnMark } from '#contract/media.ts'
import { drawPlant, type IllustrationSpec, type PlantView } from '#server/drawings/draw-plant.ts'
import { rasterise } from '#server/drawings/rasterise.ts'
import type { EncodedPicture } from '#server/platform/media/encode-picture.ts'
import type { MediaStore } from '#server/platform/media/media.ts'

/** Width of a drawing in pixels; lines stay sharp when slightly enlarged, and rendering time grows with the area. */
const drawnWidth = 960

/**
 * The keys of the latest drawings by what they show. Products of one plant share a drawing, and rendering it takes a
 * tenth of a second only to find that it is stored.
 */
const latestKeys = new LRUCache<string, string>({ max: 10_000 })

/**
 * Encodes a drawing of a plant like an upload, to be stored together with other pictures. The same illustration gives
 * the same key; if it is stored, nothing is drawn.
 */
export async function encodeDrawing(
  media: MediaStore,
  illustration: IllustrationSpec,
  view: PlantView,
): Promise<EncodedPicture> {
  const shown = createHash('sha256')
    .update(JSON.stringify([illustration, view]))
    .digest('base64')
  const known = latestKeys.get(shown)
  const stored = known === undefined ? null : await media.findStored(known)
  if (stored) return stored
  const picture = await media.encodePicture(rasterise(drawPlant(illustration, view), drawnWidth), drawnMark)
  latestKeys.set(shown, picture.key)
  return picture
}

/** Draws a plant and stores the picture; returns its key. */
export async function storeDrawing(
  media: MediaStore,
  illustration: IllustrationSpec,
  view: PlantView,
): Promise<string> {
  const picture = await encodeDrawing(media, illustration, view)
  await media.storeEncoded([picture])
  return picture.key
}
