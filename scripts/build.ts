import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { createBuilder } from 'vite'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const assets = `${dist}/client/assets`
const compressible = /\.(?:js|css|svg)$/
/** Best compression: these files are compressed once and sent many times. */
const brotli = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
}
/** Written last: its modification time is that of the complete build. */
export const buildMark = `${dist}/complete`

/** Builds the web client for the browser and for the server, and compresses the browser's files. */
export async function build(): Promise<void> {
  rmSync(dist, { recursive: true, force: true })
  // Regardless of the caller's environment, such as a test's: excludes React's development code.
  process.env.NODE_ENV = 'production'
  const builder = await createBuilder({ logLevel: 'warn' })
  await builder.buildApp()
  for (const name of readdirSync(assets).filter(file => compressible.test(file))) {
    const content = readFileSync(`${assets}/${name}`)
    writeFileSync(`${assets}/${name}.br`, brotliCompressSync(content, { params: brotli }))
    writeFileSync(`${assets}/${name}.gz`, gzipSync(content, { level: 9 }))
  }
  writeFileSync(buildMark, '')
}

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = ['web', 'contract', 'vite.config.ts', 'package-lock.json']

function newestChange(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map(name => newestChange(`${path}/${name}`)))
}

/** Whether there is a build that is newer than all its sources. */
export function isBuilt(): boolean {
  const built = statSync(buildMark, { throwIfNoEntry: false })?.mtimeMs
  return built !== undefined && sources.every(source => newestChange(root + source) <= built)
}

if (import.meta.main) await build()
