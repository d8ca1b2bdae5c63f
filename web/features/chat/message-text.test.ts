import { expect, test } from 'vitest'
import { linkParts } from './message-text.tsx'

const link = (href: string) => ({ text: href, href })

test('makes addresses links, without punctuation at the end of the sentence', () => {
  expect(linkParts('Снимки (https://lipa.example/a?b=1&c): смотрите.')).toEqual([
    { text: 'Снимки (' },
    link('https://lipa.example/a?b=1&c'),
    { text: '): смотрите.' },
  ])
  expect(linkParts('https://ru.example/wiki/Липа_(род)')).toEqual([link('https://ru.example/wiki/Липа_(род)')])
  expect(linkParts('http://a.example,\nhttps://b.example!')).toEqual([
    link('http://a.example'),
    { text: ',\n' },
    link('https://b.example'),
    { text: '!' },
  ])
})

test.each(['Просто текст', '', 'javascript:alert(1)', 'https://', '<b>жирно</b>'])('%j is text', body => {
  expect(linkParts(body)).toEqual(body ? [{ text: body }] : [])
})
