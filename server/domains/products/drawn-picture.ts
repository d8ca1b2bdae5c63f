import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import sharp, { type Sharp } from 'sharp'
import { drawPlant, type IllustrationSpec, type PlantView } from '#server/illustration/draw-plant.ts'
import type { EncodedPicture } from '#server/platform/media/encode-picture.ts'
import type { MediaStore } from '#server/platform/media/media.ts'

/** Width of a drawing in pixels; lines stay sharp when slightly enlarged, and rendering time grows with the area. */
const drawnWidth = 960
/** Width of the drawing in its own units, which are pixels at a density of 72. */
const drawingWidth = 1200

function drawingOf(illustration: IllustrationSpec, view: PlantView): Sharp {
  return sharp(Buffer.from(drawPlant(illustration, view)), { density: (72 * drawnWidth) / drawingWidth })
}

/**
 * The keys of the latest drawings by what they show. Products of one plant share a drawing, and rendering it takes a
 * tenth of a second only to find that it is stored.
 */
const latestKeys = new LRUCache<string, string>({ max: 10_000 })

const nameOf = (illustration: IllustrationSpec, view: PlantView) =>
  createHash('sha256')
    .update(JSON.stringify([illustration, view]))
    .digest('base64')

async function findStored(media: MediaStore, name: string): Promise<EncodedPicture | null> {
  const key = latestKeys.get(name)
  return key === undefined ? null : media.findStored(key)
}

/** Draws a plant and stores the picture like an upload; returns its key. The same illustration gives the same key. */
export async function storeDrawing(
  media: MediaStore,
  illustration: IllustrationSpec,
  view: PlantView,
): Promise<string> {
  const name = nameOf(illustration, view)
  const stored = await findStored(media, name)
  if (stored) return stored.key
  const key = await media.putPicture(drawingOf(illustration, view))
  latestKeys.set(name, key)
  return key
}

/** Encodes a drawing, to be stored together with other pictures. */
export async function encodeDrawing(
  media: MediaStore,
  illustration: IllustrationSpec,
  view: PlantView,
): Promise<EncodedPicture> {
  const name = nameOf(illustration, view)
  const stored = await findStored(media, name)
  if (stored) return stored
  const picture = await media.encodePicture(drawingOf(illustration, view))
  latestKeys.set(name, picture.key)
  return picture
}
