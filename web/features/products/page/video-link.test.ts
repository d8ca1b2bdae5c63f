import { expect, test } from 'vitest'
import { parseVideoLink } from './video-link.ts'

const embed = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0'

test.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com/watch?feature=shared&v=dQw4w9WgXcQ&list=PL1',
  'http://m.youtube.com/watch?v=dQw4w9WgXcQ',
  ' https://youtu.be/dQw4w9WgXcQ?si=abc ',
  'https://www.youtube.com/shorts/dQw4w9WgXcQ',
  'https://www.youtube.com/live/dQw4w9WgXcQ/',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
])('%s is embedded in the page', link => {
  expect(parseVideoLink(link)).toEqual({ kind: 'youtube', url: new URL(link.trim()).href, embedUrl: embed })
})

test.each([
  ['https://youtu.be/dQw4w9WgXcQ?t=90', 90],
  ['https://youtu.be/dQw4w9WgXcQ?t=90s', 90],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1h2m3s', 3723],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ?start=15', 15],
])('%s starts at second %i', (link, second) => {
  expect(parseVideoLink(link)).toMatchObject({ embedUrl: `${embed}&start=${second}` })
})

test.each([
  ['https://rutube.ru/video/0123456789abcdef/', 'rutube.ru'],
  ['https://vk.com/video-1_2', 'vk.com'],
  ['https://www.youtube.com/@nursery', 'youtube.com'],
  ['https://www.youtube.com/watch', 'youtube.com'],
  ['https://youtu.be/%22onload%3D', 'youtu.be'],
  ['https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ', 'youtube.com.evil.example'],
])('%s is only a link', (link, host) => {
  expect(parseVideoLink(link)).toEqual({ kind: 'elsewhere', url: link, host })
})

test.each(['', 'видео позже', 'javascript:alert(1)', 'data:text/html,x', 'youtube.com/watch?v=dQw4w9WgXcQ'])(
  '%j is not an address',
  text => {
    expect(parseVideoLink(text)).toBeNull()
  },
)
