import sharp, { type Sharp } from 'sharp'
import { drawPlant, type IllustrationSpec, type PlantView } from '#server/illustration/draw-plant.ts'
import type { MediaStore } from '#server/platform/media/media.ts'

/** Width of a drawing in pixels; lines stay sharp when slightly enlarged, and rendering time grows with the area. */
const drawnWidth = 960
/** Width of the drawing in its own units, which are pixels at a density of 72. */
const drawingWidth = 1200

function drawingOf(illustration: IllustrationSpec, view: PlantView): Sharp {
  return sharp(Buffer.from(drawPlant(illustration, view)), { density: (72 * drawnWidth) / drawingWidth })
}

/** Draws a plant and stores the picture like an upload; returns its key. The same illustration gives the same key. */
export async function storeDrawing(
  media: MediaStore,
  illustration: IllustrationSpec,
  view: PlantView,
): Promise<string> {
  return media.putPicture(drawingOf(illustration, view))
}

/** Encodes a drawing, to be stored together with other pictures. */
export async function encodeDrawing(media: MediaStore, illustration: IllustrationSpec, view: PlantView) {
  return media.encodePicture(drawingOf(illustration, view))
}
