/** Words used in Russian passwords, the most frequent first. */
const words = `
пароль привет любовь солнце мама папа россия москва спартак зенит динамо локомотив цска наташа настя саша андрей сергей
дима максим марина александр алексей дмитрий михаил николай владимир иван антон артем денис роман никита егор кирилл
павел олег игорь юрий виктор василий станислав владислав руслан тимур даниил данил илья вадим виталий валера коля вова
женя леша миша паша рома слава толик костя гена анна аня алена елена лена ольга оля ирина ира екатерина катя татьяна
таня юлия юля мария маша светлана света анастасия виктория вика дарья даша ксения кристина полина вероника людмила
люда надежда вера любовь валентина галина лариса оксана яна диана алина алиса карина маргарита рита софия соня
максимка маринка наташка танюша катюша ванечка катенька настенька сашенька иванов петров сидоров смирнов кузнецов
любимая любимый люблю зайка зайчик зая котенок котик кошка кот киса кисуля собака мурка малыш малышка солнышко лапочка
красавица красотка принцесса королева король ангел дьявол демон дракон волк тигр медведь орел сокол лев рыба рыбка
семья дом мамапапа мамочка сынок доченька бабушка счастье удача жизнь смерть радость мечта сказка звезда небо море река
лето зима весна осень январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь понедельник
вторник среда четверг пятница суббота воскресенье мойпароль секрет секретно доступ вход админ администратор пользователь
директор начальник менеджер бухгалтер клавиатура компьютер ноутбук интернет яндекс вконтакте одноклассники контакт почта
самсунг нокия телефон машина мерседес лада хакер игра танки сталкер контра чемпион футбол хоккей победа сила слон
питер ленинград петербург киев минск сибирь урал казань самара воронеж ростов краснодар сочи здравствуй здравствуйте
спасибо пожалуйста хорошо отлично блин черт дурак лошадь жопа хуй пизда нихуя похуй пиздец
дендро дерево растение растения цветок цветы цветочек роза розочка ромашка тюльпан береза березка сосна дуб клен ель
туя сирень малина вишня яблоко сад садовник садовод питомник ландшафт огород дача
фыва йцукен фывапролд ячсмить йфячыц йцуфывячс
`.match(/\S+/g)

/** Passwords that no rule derives from those words. */
const asTheyAre = `
1й2ц3у4к 1й2ц3у4к5е beryozka cska1911 counter-strike dendrology dmitry fortnite javascript kiparis ljubov lubov login mailru
rossia root superuser tulpan yandex yulia zaichik zaika котёнок dtnth kexifz yourpassword
`.match(/\S+/g)

const letters = 'йцукенгшщзхъфывапролджэячсмитьбюё'
const keys = `qwertyuiop[]asdfghjkl;'zxcvbnm,.\``
const latin = 'y ts u k e n g sh sch z kh  f y v a p r o l d zh e ya ch s m i t  b yu e'.split(' ')

/** The Russian letter on the key of each Latin letter, lower and upper case. */
const letterOfKey = new Map(
  [...keys].flatMap((key, n): [string, string][] => {
    const letter = letters[n] ?? ''
    return [
      [key, letter],
      [key.toUpperCase(), letter.toUpperCase()],
    ]
  }),
)

const spelled = (word: string, by: ArrayLike<string>) =>
  [...word].map(letter => by[letters.indexOf(letter)] ?? letter).join('')

/** Those words as they are, typed in the Latin keyboard layout (`gfhjkm`), and transliterated (`parol`). */
export const russianPasswords: string[] = [
  ...new Set([
    ...(words ?? []).flatMap(word => [word, spelled(word, keys), spelled(word, latin)]),
    ...(asTheyAre ?? []),
  ]),
]

type Graph = Record<string, (string | null)[]>

/** The Russian keyboard's adjacency graph, derived from the Latin one: keys have the same neighbours. */
export function russianKeyboard(qwerty: Graph): Graph {
  const russian = (key: string) => [...key].map(letter => letterOfKey.get(letter) ?? letter).join('')
  return Object.fromEntries(
    Object.entries(qwerty).map(([key, neighbours]) => [
      russian(key),
      neighbours.map(neighbour => neighbour && russian(neighbour)),
    ]),
  )
}
