// Builds what is missing or outdated, then runs the server in the same process.
import { outdatedParts, program } from './outdated-parts.ts'

process.env.NODE_ENV = 'production'
const outdated = outdatedParts()
if (outdated.length > 0) {
  console.log('building the web client and the server')
  // Loaded only then: its tools take as much memory as the server.
  const { build } = await import('./build.ts')
  await build(outdated)
}
await import(program)
