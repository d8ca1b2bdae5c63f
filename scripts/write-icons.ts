/**
 * Writes web/ui/icons.ts with the icons that web/ imports from it:
 *   npm run icons
 */
import { writeFileSync } from 'node:fs'
import { iconsFile, iconsModule, usedIcons } from './icons/icons-module.ts'

writeFileSync(iconsFile, iconsModule(usedIcons()))
