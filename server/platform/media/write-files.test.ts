import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeFilesWhole } from './write-files.ts'

it('either all files are written or none, and no temporary file remains', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dendro-write-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = ['a/1', 'a/2', 'b/3'].map(name => ({ path: join(folder, name), content: Buffer.from(name) }))
  const names = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => entry.name)
      .toSorted()
  // The maximum length of a folder's name, and of a file's name with the ending of a temporary file.
  const impossible = { path: join(folder, 'c'.repeat(250)), content: Buffer.from('c') }
  mkdirSync(join(folder, 'a'))
  await expect(writeFilesWhole([...files, impossible])).rejects.toMatchObject({ code: 'ENAMETOOLONG' })
  expect(names()).toEqual([])
  await writeFilesWhole(files)
  expect(names()).toEqual(['1', '2', '3'])
})
