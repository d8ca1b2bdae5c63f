import sharp, { type Sharp } from 'sharp'

/** Width of a drawing in its own units, which are pixels at a density of 72. */
const drawingWidth = 1200

/** The drawing of a plant (draw-plant.ts) as pixels, `width` of them in a row. */
export const rasterise = (svg: string, width: number): Sharp =>
  sharp(Buffer.from(svg), { density: (72 * width) / drawingWidth })
