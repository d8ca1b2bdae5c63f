import { expect, it } from 'vitest'
import { changeOfSingle, changesOfPhotos, storedPhoto } from './face-changes.ts'

const fresh = { ...storedPhoto(0, 'blob:'), key: 'new', id: 'uuid' }
const failed = { ...storedPhoto(0, 'blob:'), key: 'bad', id: null }

it('sends a single picture only when it is another one or none', () => {
  expect(changeOfSingle('/a.webp', [storedPhoto(0, '/a.webp')])).toBeUndefined()
  expect(changeOfSingle('/a.webp', [])).toBe('')
  expect(changeOfSingle('/a.webp', [fresh])).toBe('uuid')
  expect(changeOfSingle('', [])).toBeUndefined()
})

it('sends new photos and the ids of those that are gone', () => {
  const was = [1, 2].map(id => ({ id, get_image: '', get_thumbnail: '' }))
  expect(changesOfPhotos(was, [storedPhoto(2, ''), fresh, failed])).toEqual({ photos: ['uuid'], delete_photos: [1] })
})
