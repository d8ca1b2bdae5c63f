import { expect, it } from 'vitest'
import { isRussianName, pickRussianName } from './russian-names.ts'

const pick = (names: string) => {
  const [official = '', ...others] = names.split(',')
  return pickRussianName([official, ...others], others.filter(isRussianName))
}

it.each([
  ['Losino-Petrovskiy,Losino-Petrovskij,Лосино-Петровский', 'Лосино-Петровский'],
  ["Tver,Tver',Калинин,Твер,Тверь,Цвер", 'Тверь'],
  ['Angarsk,Ангарск,Ангарськ', 'Ангарск'],
  ['Tikhvin,Тихвин,Тихвинъ', 'Тихвин'],
  ['Korolev,Калининград,Королев,Корольов,Королёв', 'Королёв'],
  ['Zhilëvo,Жилево', 'Жилёво'],
  ['Berëzovka,Березовка,Берёзовка', 'Берёзовка'],
  ['Kushchyovskaya,Кущёвская', 'Кущёвская'],
  ['Izberbash,Избербаш,Изберг', 'Избербаш'],
])('of %s it picks %s', (names, expected) => {
  expect(pick(names)).toBe(expected)
})

it.each([
  // Only what it was called before, none, or two that are spelled alike.
  ['Bologoye-4,Озёрный'],
  ['Troitskoye,Troitskoye'],
  ['Cherepovets,Череповетс,Череповец'],
])('of %s it picks none', names => {
  expect(pick(names)).toBeNull()
})
