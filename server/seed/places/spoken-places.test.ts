import { describe, expect, it } from 'vitest'
import { spokenPlaces } from '#server/domains/reference/places/spoken-places.ts'
import { readPlaces } from './read-places.ts'

const places = readPlaces()
const regions = [...new Set(places.map(({ region }) => region))]
const { find, largestOf } = spokenPlaces(places.map(place => ({ ...place, regionId: regions.indexOf(place.region) })))
const nameOf = (id: number | null | undefined) => places.find(place => place.id === id)?.name ?? null
const plants = new Set(['розы', 'сосны'])
const named = (text: string) => {
  const found = find(text, word => plants.has(word.toLowerCase()))
  return found ? [nameOf(found.id), found.said] : null
}

describe('a place in a text', () => {
  it.each([
    ['липа для якутска 2 м', 'Якутск', 'для якутска'],
    ['туя в Новосибирск', 'Новосибирск', 'в Новосибирск'],
    ['туя в новосибирске', 'Новосибирск', 'в новосибирске'],
    ['ель под Тверью', 'Тверь', 'под Тверью'],
    ['для спб', 'Санкт-Петербург', 'для спб'],
    ['для Питера', 'Санкт-Петербург', 'для Питера'],
    ['в нижнем новгороде', 'Нижний Новгород', 'в нижнем новгороде'],
    ['для ростова-на-дону', 'Ростов-на-Дону', 'для ростова-на-дону'],
    ['в набережных челнах', 'Набережные Челны', 'в набережных челнах'],
    ['для набережных челнов', 'Набережные Челны', 'для набережных челнов'],
    ['для великих лук', 'Великие Луки', 'для великих лук'],
    ['для орла', 'Орёл', 'для орла'],
    ['для ельца', 'Елец', 'для ельца'],
    ['для химок', 'Химки', 'для химок'],
    ['для кирова', 'Киров', 'для кирова'],
    ['для уфы', 'Уфа', 'для уфы'],
    ['для йошкар-олы', 'Йошкар-Ола', 'для йошкар-олы'],
    ['в грозном', 'Грозный', 'в грозном'],
    ['для г. Тверь', 'Тверь', 'для г. Тверь'],
    // A small place by its capital, one that sounds like a word by «город».
    ['для Верхоянска', 'Верхоянск', 'для Верхоянска'],
    ['для города Зима', 'Зима', 'для города Зима'],
  ])('«%s»', (text, name, said) => {
    expect(named(text)).toEqual([name, said])
  })

  it.each([
    ...['живой изгороди', 'тени', 'сада', 'дачи', 'пруда', 'роз', 'сосны', 'зимы', 'солнечных мест', 'тары', 'роста'],
    ...['средней полосы', 'дальнего востока', 'крыши', 'альпийской горки', 'сырых мест', 'балкона', 'города', 'урала'],
  ])('«для %s» names none', words => {
    expect(named(`растения для ${words}`)).toBeNull()
  })

  it.each(['в контейнере', 'в наличии', 'в горшке', 'в коме', 'под заказ', 'в сетке', 'в июне', 'из Твери', 'Тверь'])(
    '«%s» names none',
    words => {
      expect(named(`туя ${words}`)).toBeNull()
    },
  )

  it('may be any town of the gazetteer, as it is written there', () => {
    const towns = places.filter(({ population }) => population > 20_000)
    expect(towns.length).toBeGreaterThan(600)
    const wrong = towns.filter(({ name }) => named(`туя для г. ${name}`)?.[0] !== name)
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('stands for its region if it is the largest there', () => {
    expect(nameOf(largestOf(regions.indexOf('TVE')))).toBe('Тверь')
  })
})
