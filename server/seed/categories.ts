/** The categories of the catalogue in display order. Slugs are part of addresses and never change. */
export const categorySeeds = [
  { slug: 'listvennye-derevya', name: 'Лиственные деревья' },
  { slug: 'hvoynye', name: 'Хвойные растения' },
  { slug: 'listvennye-kustarniki', name: 'Лиственные кустарники' },
  { slug: 'vechnozelenye-i-vereskovye', name: 'Вечнозелёные и вересковые' },
  { slug: 'plodovye-i-yagodnye', name: 'Плодовые и ягодные' },
  { slug: 'liany', name: 'Лианы' },
  { slug: 'rozy', name: 'Розы' },
  { slug: 'mnogoletniki', name: 'Многолетники' },
  { slug: 'zlaki', name: 'Декоративные злаки' },
  { slug: 'lukovichnye', name: 'Луковичные' },
  { slug: 'zhivye-izgorodi', name: 'Для живых изгородей' },
]
