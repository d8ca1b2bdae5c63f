/** Explores random histories of what has states, with a new seed each time: `npm run histories` (docs/histories.md). */
import { spawnSync } from 'node:child_process'

const files = process.argv.length > 2 ? process.argv.slice(2) : ['server/histories']
const env = { HISTORIES_SEED: 'random', ...process.env }
process.exitCode = spawnSync('vitest', ['run', '--project', 'server', ...files], { stdio: 'inherit', env }).status ?? 1
