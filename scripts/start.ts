// Builds the web client if it is missing or outdated, then runs the server in the same process.
import { build, isBuilt } from './build.ts'

process.env.NODE_ENV = 'production'
if (!isBuilt()) {
  console.log('building the web client')
  await build()
}
await import('../server/main.ts')
