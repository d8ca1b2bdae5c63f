import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeFilesWhole } from './write-files.ts'

it('files are written all or none, and no draft stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dendro-write-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = ['a/1', 'a/2', 'b/3'].map(name => ({ path: join(folder, name), content: Buffer.from(name) }))
  const names = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => entry.name)
      .toSorted()
  // A folder's name may not be longer, nor a file's with the ending of a draft.
  const impossible = { path: join(folder, 'c'.repeat(250)), content: Buffer.from('c') }
  mkdirSync(join(folder, 'a'))
  await expect(writeFilesWhole([...files, impossible])).rejects.toMatchObject({ code: 'ENAMETOOLONG' })
  expect(names()).toEqual([])
  await writeFilesWhole(files)
  expect(names()).toEqual(['1', '2', '3'])
})
