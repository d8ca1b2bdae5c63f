import { expect, it } from 'vitest'
import { weaknessesOf } from './passwords.ts'

const anna = { email: 'kedrovka@mail.test', name: 'Анна Лесная' }
const codeOf = async (password: string) => (await weaknessesOf(password, anna))[0]?.code ?? 'good'

it.each([
  'kedr sibirskiy 7',
  'another kedr 5',
  'rosa-canina-27',
  'Str0ng-pass-word',
  'tri-lipy-u-kalitki',
  'Sosna2024les',
  'correct-horse-7',
  'drugoy parol 8',
  'syringa-vulgaris-3',
  'растение под снегом',
  'ked sibir',
  'bereza-2024',
  'Klen-i-dub-5',
  'xkqv7t2m',
])('accepts %s', async password => {
  expect(await codeOf(password)).toBe('good')
})

it.each([
  // Lists that attackers try first, and their usual disguises.
  ['password1', 'common'],
  ['P@ssw0rd!', 'common'],
  ['Iloveyou2', 'common'],
  ['aaaaaaaaa1', 'common'],
  ['abcdefgh', 'common'],
  ['qwertyuiop1', 'common'],
  ['1qaz2wsx3edc', 'common'],
  ['summer2026', 'common'],
  ['passwordpassword', 'common'],
  ['12.05.1990', 'common'],
  // Russian ones, in either layout, transliterated and along the keyboard.
  ['пароль123', 'common'],
  ['gfhjkm123', 'common'],
  ['parol2024', 'common'],
  ['Привет12', 'common'],
  ['ghbdtn12', 'common'],
  ['privet12', 'common'],
  ['йцукенгш', 'common'],
  ['ЙЦУКЕН123', 'common'],
  ['фывапролд', 'common'],
  ['ячсмитьбю', 'common'],
  ['наташа1985', 'common'],
  ['yfnfif1985', 'common'],
  ['1й2ц3у4к', 'common'],
  // Words of this site.
  ['dendro2026', 'common'],
  ['Питомник12', 'common'],
  ['gbnjvybr12', 'common'],
  // Data of the person.
  ['Kedrovka@Mail.test', 'like_email'],
  ['kedrovka', 'like_email'],
  ['kedrovka1', 'common'],
  ['анна лесная', 'like_name'],
  ['Лесная77', 'common'],
])('refuses %s as %s', async (password, code) => {
  expect(await codeOf(password)).toBe(code)
})

it('rates a hostile password of maximum length within bounded time', async () => {
  await codeOf('so that everything is loaded')
  const hostile = ['p@$$w0rd!1|3', '4@8({<69&#!1|0$5+7%2/', '01.01.1990', '1', '/', '@4', 'passw0rd1!@#$%^&*()qazwsx']
  for (const part of hostile) {
    const startedAt = performance.now()
    await codeOf(part.repeat(128).slice(0, 128))
    // A few milliseconds; without limits it takes seconds.
    expect(performance.now() - startedAt).toBeLessThan(1000)
  }
})
