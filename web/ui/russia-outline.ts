// The outline of Russia, drawn by hand to about a degree: enough to see where lorries go.

type Point = readonly [longitude: number, latitude: number]

const parse = (text: string): Point[] =>
  text.split(' ').map(pair => {
    const [longitude = 0, latitude = 0] = pair.split(',').map(Number)
    return [longitude, latitude]
  })

export const outlines: Point[][] = [
  '28.5,69 31,69.7 36,69 41,67 40,66.2 34,66.7 33,65 37,64 40,64.7 44,66 44,68.4 48,67.7 54,68.5 60,69 65,69 68,68.5 67,71 72,73 75,72.5 80,73.5 87,75 98,76.5 104,77.7 113,74 120,73 127,73.5 130,71 140,72.5 150,71.5 160,69.7 170,70 178,69 180,68.7 187,66.5 180,65 178,62.5 170,60 163,58 162,55 157,51 156,57 163,61.5 155,59.3 143,59.3 135,54.7 141,53 140,48 135,43.5 131,42.6 131,45 134,48.3 128,49.6 121,53.3 117,49.6 108,49.6 98,50.5 88,49.3 83,51 77,53.5 70,55 61,54 61,51 55,51 48,50 47,47.5 49,46 47.5,43 48.5,41.9 44,42.7 40,43.5 37,45 39,47.2 38.2,47.8 40,49.6 36,50.3 32,52.1 31,55 28,56 27.5,58 28,59.5 30,60 28,60.6 31.5,62.8 29.5,66 28.5,69',
  '142,54 143.3,52 143,49.5 144.5,48.7 142.7,46.8 142,46 142,50 142,54',
  '20,54.4 22.7,54.4 22.8,55 21,55.3 20,54.4',
  '52,71 57,70.6 60,74 68,76.8 58,75.5 54,73 52,71',
].map(parse)

const middle = 100
const parallels = [52, 64].map(degrees => (degrees * Math.PI) / 180) as [number, number]
const bend = (Math.cos(parallels[0]) - Math.cos(parallels[1])) / (parallels[1] - parallels[0])
const pole = Math.cos(parallels[0]) / bend + parallels[0]
/** Kilometres of a unit of the sphere. */
const radius = 6371

/** Kilometres east and south of the middle of the country: a conic projection that keeps distances along meridians. */
export function project({ latitude, longitude }: { latitude: number; longitude: number }): { x: number; y: number } {
  // Chukotka goes on beyond the 180th meridian.
  const east = longitude < -60 ? longitude + 360 : longitude
  const angle = bend * (((east - middle) * Math.PI) / 180)
  const out = pole - (latitude * Math.PI) / 180
  return { x: radius * out * Math.sin(angle), y: radius * (out * Math.cos(angle) - (pole - (62 * Math.PI) / 180)) }
}

/** The part of the map that shows these points, with some of the country around them. */
export function viewOf(points: { x: number; y: number }[], least = 1400) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const width = Math.max(least, (right - left) * 1.3, (bottom - top) * 1.3 * 1.6)
  const height = width / 1.6
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height }
}

/** A line through these points, as SVG writes it. */
export const linePath = (points: { x: number; y: number }[]) =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(0)} ${y.toFixed(0)}`).join('')

/** The outline of the country on the map. */
export const countryOutlines = outlines.map(outline =>
  outline.map(([longitude, latitude]) => project({ latitude, longitude })),
)

/** The same, as SVG writes it. */
export const countryPath = countryOutlines.map(outline => `${linePath(outline)}Z`).join('')
