import { expect, test } from 'vitest'
import { parsePhones, siteLink } from './contact-links.ts'

test.each([
  ['+7 (49634) 0-17-32', ['tel:+74963401732']],
  ['8 800 000-12-34', ['tel:88000001234']],
  ['+7 495 000-00-01, доб. 12', ['tel:+74950000001']],
  ['+7 495 000-00-01 доб. 12', ['tel:+74950000001']],
  ['+7 900 000-00-01; +7 900 000-00-02', ['tel:+79000000001', 'tel:+79000000002']],
  ['по запросу', [null]],
  ['', []],
])('%s', (text, hrefs) => {
  expect(parsePhones(text).map(phone => phone.href)).toEqual(hrefs)
})

test.each([
  ['https://verey-kosogor.example', 'verey-kosogor.example', 'https://verey-kosogor.example/'],
  ['www.pitomnik.example/', 'www.pitomnik.example', 'https://www.pitomnik.example/'],
  ['pitomnik.example:8080/sad', 'pitomnik.example:8080/sad', 'https://pitomnik.example:8080/sad'],
  ['http://pitomnik.example/a?b=c', 'pitomnik.example/a?b=c', 'http://pitomnik.example/a?b=c'],
])('%s is a site', (typed, text, href) => {
  expect(siteLink(typed)).toEqual({ text, href })
})

test.each(['', 'пока нет', 'javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.example'])('%j is none', typed => {
  expect(siteLink(typed)).toBeNull()
})
