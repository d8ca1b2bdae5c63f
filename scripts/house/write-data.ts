// Redraws the tables in docs/DATA.md: `npm run house:data`.
import { readFileSync, writeFileSync } from 'node:fs'
import { dataPage, dataPath } from './data-page.ts'

writeFileSync(dataPath, await dataPage(readFileSync(dataPath, 'utf8')))
