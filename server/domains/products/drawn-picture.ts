import sharp, { type Sharp } from 'sharp'
import { drawPlant, type PlantPortrait, type PlantView } from '#server/illustration/draw-plant.ts'
import type { MediaStore } from '#server/platform/media/media.ts'

/** Pixels a drawing is wide; its lines stay sharp when a screen enlarges them a little, and time grows with the area. */
const drawnWidth = 960
/** Width of the drawing in its own units, which a density of 72 makes pixels. */
const drawingWidth = 1200

function drawingOf(portrait: PlantPortrait, view: PlantView): Sharp {
  return sharp(Buffer.from(drawPlant(portrait, view)), { density: (72 * drawnWidth) / drawingWidth })
}

/** Draws a plant and stores the picture like an upload; gives its key. The same portrait gives the same key. */
export async function storeDrawing(media: MediaStore, portrait: PlantPortrait, view: PlantView): Promise<string> {
  return media.putPicture(drawingOf(portrait, view))
}

/** The same, to be stored together with other pictures. */
export async function encodeDrawing(media: MediaStore, portrait: PlantPortrait, view: PlantView) {
  return media.encodePicture(drawingOf(portrait, view))
}
