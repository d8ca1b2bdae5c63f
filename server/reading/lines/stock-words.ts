// The words in which lists say that plants are gone, or have to be ordered, wherever they stand. Sources of patterns.

/** «продано», «в этом сезоне нет» */
export const soldOutWords: string = [
  String.raw`(?:в этом (?:году|сезоне) |уже |больше |временно |пока )?нет (?:в наличии|на складе|в продаже)`,
  String.raw`(?:в этом (?:году|сезоне)|уже|больше|временно|пока) нет`,
  String.raw`(?:уже |вс[её] )?(?:рас)?прода(?:но|на|ны|н|ли)`,
  String.raw`(?:уже |вс[её] )?разобра(?:ли|но|ны)`,
  String.raw`сообщить о (?:поступлении|появлении)|уведомить о (?:поступлении|появлении)`,
  String.raw`не осталось|(?:за)?кончил(?:ось|ся|ась|ись)|снят[оаы]? с продажи`,
  'sold out|out of stock|ausverkauft|vergriffen|uitverkocht|wyprzedan[eya]|esaurit[oi]',
].join('|')

/** «под заказ», «заказ за месяц», «ждём машину» */
export const onOrderWords: string = [
  String.raw`(?:под|на|по) (?:заказу?|заявку)(?!\p{L})`,
  String.raw`предзаказ|заказн\p{L}{0,3} позици\p{L}{0,2}|заказ за [\d\p{L}]{1,8}(?: недел\p{L}{0,2}| месяц\p{L}{0,2})?`,
  String.raw`(?:при)?вез[её]м|жд[её]м|ожида(?:ем|ется|ются)|скоро (?:будет|будут|поступ\p{L}{1,4})`,
  'on order|auf bestellung|op bestelling|na zamówienie|на замовлення|pre-?order',
].join('|')
