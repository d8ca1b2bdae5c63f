import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { createBuilder, type Plugin, build as viteBuild } from 'vite'
import { dist, markOf, outdatedParts, type Part, parts, program } from './outdated-parts.ts'
import { lockedPackages, sbom } from './sbom.ts'
import { writeAppFiles } from './service-worker.ts'

const assets = `${dist}/client/assets`
const compressible = /\.(?:js|css|svg|html)$/
/** Best compression: these files are compressed once and sent many times. */
const brotli = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
}

/** The web client for the browser and for the server, the browser's files also compressed. */
async function buildClient(): Promise<void> {
  const builder = await createBuilder({ logLevel: 'warn' })
  await builder.buildApp()
  await writeAppFiles(`${dist}/client`)
  for (const folder of [assets, `${dist}/client/root`])
    for (const name of readdirSync(folder).filter(file => compressible.test(file))) {
      const content = readFileSync(`${folder}/${name}`)
      writeFileSync(`${folder}/${name}.br`, brotliCompressSync(content, { params: brotli }))
      writeFileSync(`${folder}/${name}.gz`, gzipSync(content, { level: 9 }))
    }
}

const programFolder = join(program, '..')

/** Sources find data, workers and the client beside themselves: they get their own addresses, not the bundle's. */
const addressesOfSources: Plugin = {
  name: 'addresses-of-sources',
  enforce: 'pre',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\.url/ },
    handler: (code, id) =>
      code.replaceAll('import.meta.url', `new URL('${relative(programFolder, id)}', import.meta.url).href`),
  },
}

/** The server in a few files: reading and stripping seven hundred modules takes longer than the rest of a start. */
async function buildProgram(): Promise<void> {
  await viteBuild({
    configFile: false,
    logLevel: 'warn',
    plugins: [addressesOfSources],
    // Only packages of very many modules; others may look for files beside their own.
    ssr: { noExternal: ['drizzle-orm', 'zod', 'fastify-type-provider-zod'] },
    build: {
      ssr: 'server/main.ts',
      outDir: programFolder,
      // A process that still runs loads parts of its own build when they are first needed.
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
    },
  })
}

const makers: Record<Part, () => Promise<void>> = { client: buildClient, program: buildProgram }

/** Builds these parts anew. */
export async function build(wanted = parts): Promise<void> {
  // Regardless of the caller's environment, such as a test's: excludes React's development code.
  process.env.NODE_ENV = 'production'
  await Promise.all(
    wanted.map(async part => {
      rmSync(markOf(part), { force: true })
      await makers[part]()
      writeFileSync(markOf(part), '')
    }),
  )
  writeFileSync(`${dist}/sbom.cdx.json`, JSON.stringify(sbom(lockedPackages()), null, 1))
}

if (import.meta.main) await build(process.argv.includes('--outdated') ? outdatedParts() : parts)
