/**
 * Measures the memory for decoding: creates a picture of 40 megapixels in each format, decodes it in a separate process
 * and prints the peak memory beside the estimate (server/platform/media/picture-header.ts). Linux only.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { memoryToEncode, ownMemory } from '#server/platform/media/picture-header.ts'
import { pictureWorkers } from '#server/platform/media/picture-workers.ts'

const [width, height] = [8000, 5000]
const megabyte = 1024 * 1024

/** Soft shapes, like a photo out of focus: not uniform, but a small file. */
const shapes = sharp({
  create: {
    width: 400,
    height: 250,
    channels: 3,
    background: '#506a3c',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
})
const texture = await shapes.raw().toBuffer()
const photo = () => sharp(texture, { raw: { width: 400, height: 250, channels: 3 } }).resize(width, height)
const plain = (channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 80, g: 106, b: 60, alpha: 0.5 } } })
const deep = () => plain(4).toColourspace('rgb16')
const full = { chromaSubsampling: '4:4:4' }

const made: Record<string, () => Sharp> = {
  JPEG: () => photo().jpeg(),
  'JPEG, on its side': () => photo().withMetadata({ orientation: 6 }).jpeg(),
  'JPEG, progressive': () => photo().jpeg({ progressive: true, ...full }),
  'JPEG, progressive, CMYK': () =>
    plain()
      .toColourspace('cmyk')
      .jpeg({ progressive: true, ...full }),
  PNG: () => photo().png(),
  'PNG, 16 bits, on its side': () => deep().withMetadata({ orientation: 6 }).png(),
  'PNG, 16 bits, interlaced': () => deep().png({ progressive: true }),
  WebP: () => photo().webp({ effort: 0 }),
  'WebP, lossless, of a photo': () => photo().ensureAlpha(0.5).webp({ lossless: true, effort: 0 }),
  'AVIF, 4:2:0': () => photo().avif({ effort: 0, chromaSubsampling: '4:2:0' }),
  'AVIF, 4:4:4, alpha': () => plain(4).avif({ effort: 0, ...full }),
  'AVIF, 12 bits, alpha': () => deep().avif({ effort: 0, bitdepth: 12, ...full }),
  GIF: () => plain().gif({ effort: 1 }),
}

const folder = mkdtempSync(join(tmpdir(), 'dendro-memory-'))
const path = join(folder, 'picture')
for (const [name, make] of Object.entries(made)) {
  writeFileSync(path, await make().toBuffer())
  const workers = pictureWorkers({ processes: 1 })
  const header = await workers.inspect(path)
  if (!header) throw new Error(`${name} is no picture`)
  const [pid] = workers.pids()
  const most = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  let peak = most()
  const begun = performance.now()
  const watch = setInterval(() => {
    peak = Math.max(peak, most())
  }, 10)
  await workers.encode(path, header)
  clearInterval(watch)
  const seconds = (performance.now() - begun) / 1000
  const pixels = header.width * header.height
  const perPixel = ((peak - ownMemory / megabyte) * megabyte) / pixels
  console.log(
    `${name.padEnd(28)} ${peak.toFixed().padStart(5)} MB of ${(memoryToEncode(header) / megabyte).toFixed()} foreseen, ` +
      `${perPixel.toFixed(1)} bytes a pixel, ${seconds.toFixed(1)} s`,
  )
  workers.end()
}
rmSync(folder, { recursive: true, force: true })
