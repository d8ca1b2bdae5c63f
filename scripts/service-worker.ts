import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { build as bundle } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const offline = 'web/app/offline'

interface Chunk {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
}

const name = 'Дендро'
const colours = { light: '#f6f3ea', leaf: '#1f5b3b' }

/** The sign of the site as an icon of this size; `padding` is for systems that cut icons into their own shape. */
async function icon(size: number, padding: number): Promise<Buffer> {
  const inner = Math.round(size * (1 - 2 * padding))
  const sign = await sharp(readFileSync(`${root}web/app/favicon.svg`), { density: (72 * inner) / 32 })
    .resize(inner, inner)
    .toBuffer()
  const background = padding > 0 ? colours.light : { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: sign }])
    .png({ palette: true })
    .toBuffer()
}

const manifest = {
  id: '/',
  name: 'Дендро: растения для ландшафта',
  short_name: name,
  lang: 'ru',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: colours.light,
  theme_color: colours.light,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}

const offlinePage = (styles: string[], script: string) => `<!DOCTYPE html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>Нет связи | ${name}</title>
${styles.map(href => `<link rel="stylesheet" href="/${href}">`).join('\n')}
<script type="module" src="/${script}"></script>
</head>
<body>
<main class="mx-auto grid min-h-dvh max-w-prose content-center gap-4 px-4 py-8">
<h1 class="text-3xl">Нет связи</h1>
<p>Этой страницы нет среди тех, что вы недавно открывали, а загрузить её сейчас нельзя. Она откроется сама, как только связь появится.</p>
<p class="flex flex-wrap items-center gap-x-5 gap-y-3">
<button type="button" class="min-h-11 rounded-md bg-accent px-5 font-semibold text-on-accent">Попробовать ещё раз</button>
<a class="link inline-flex min-h-11 items-center" href="/">На главную</a>
</p>
</main>
</body>
</html>
`

/**
 * Writes what makes the site an app into its own folder, whose files have fixed addresses: manifest, icons, the page for a
 * time without connection and the service worker, which knows the build's first files.
 */
export async function writeAppFiles(client: string): Promise<void> {
  const folder = `${client}/root`
  mkdirSync(folder, { recursive: true })
  const built = readFileSync(`${client}/.vite/manifest.json`, 'utf8')
  const chunks = JSON.parse(built) as Record<string, Chunk>
  const entry = chunks['web/app/entry-client.tsx']
  const script = chunks[`${offline}/recover.ts`]
  const beforePaint = chunks['web/app/before-paint.ts']
  if (!entry || !script || !beforePaint) throw new Error('the build has no entry')
  const styles = entry.css ?? []
  const fonts = (entry.assets ?? []).filter(file => /(?:russian|basic|rouble)[^/]*\.woff2$/.test(file))
  const page = offlinePage(styles, script.file)
  writeFileSync(`${folder}/offline.html`, page)
  writeFileSync(`${folder}/manifest.webmanifest`, JSON.stringify(manifest))
  for (const [file, size, padding] of [
    ['icon-192', 192, 0],
    ['icon-512', 512, 0],
    ['icon-maskable-512', 512, 0.14],
    ['apple-touch-icon', 180, 0.1],
  ] as const)
    writeFileSync(`${folder}/${file}.png`, await icon(size, padding))

  const { output } = (await bundle({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, rolldownOptions: { input: `${offline}/service-worker.ts`, output: { format: 'iife' } } },
  })) as unknown as { output: { code: string }[] }
  const code = output[0]?.code ?? ''
  const files = [script.file, beforePaint.file, entry.file, ...styles, ...fonts].map(file => ({
    url: `/${file}`,
    revision: null,
  }))
  const id = createHash('sha256').update(built).update(page).update(code).digest('hex').slice(0, 16)
  const values = { id, files: [...files, { url: '/offline.html', revision: id }], offlinePage: '/offline.html' }
  writeFileSync(`${folder}/service-worker.js`, `const build=${JSON.stringify(values)};${code}`)
}
