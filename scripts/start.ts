// Builds what is missing or older than its sources, then serves, in this one process.
import { build, isBuilt } from './build.ts'

process.env.NODE_ENV = 'production'
if (!isBuilt()) {
  console.log('building the web client')
  await build()
}
await import('../server/main.ts')
