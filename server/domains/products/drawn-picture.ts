import sharp, { type Sharp } from 'sharp'
import { drawPlant, type IllustrationSpec, type PlantView } from '#server/illustration/draw-plant.ts'
import type { MediaStore } from '#server/platform/media/media.ts'

/** Pixels a drawing is wide; its lines stay sharp when a screen enlarges them a little, and time grows with the area. */
const drawnWidth = 960
/** Width of the drawing in its own units, which a density of 72 makes pixels. */
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

/** The same, to be stored together with other pictures. */
export async function encodeDrawing(media: MediaStore, illustration: IllustrationSpec, view: PlantView) {
  return media.encodePicture(drawingOf(illustration, view))
}
