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
])('picks from %s: %s', (names, expected) => {
  expect(pick(names)).toBe(expected)
})

it.each([
  // Only a former name, none, or two with the same transliteration.
  ['Bologoye-4,Озёрный'],
  ['Troitskoye,Troitskoye'],
  ['Cherepovets,Череповетс,Череповец'],
])('picks nothing from %s', names => {
  expect(pick(names)).toBeNull()
})
