import { describe, expect, it } from 'vitest'
import type { Context, Habit } from './context.ts'
import { parseNotation } from './parse-notation.ts'
import { noSizes, type Sizes } from './sizes.ts'
import type { Measure } from './statements.ts'

/**
 * text | habit of the plant, or the column of the text | fields | rest | doubts, each with its readings. A range is
 * 80-100, an open end 200- or -150.
 */
const lines = `
Липа мелколистная 'Greenspire' 18-20 4xv WRB 80 |  | girth 18-20, transplants 4, wire_ball 80 | Липа мелколистная 'Greenspire' |
Липа мелколистная 'Greenspire', 16–18, 3xv, RB60 |  | girth 16-18, transplants 3, ball 60 | Липа мелколистная 'Greenspire' |
Tilia cordata 'Greenspire' Hst 16-18 3xv mDb |  | standard, girth 16-18, transplants 3, wire_ball | Tilia cordata 'Greenspire' |
Клён глобозум 14-16 pa220 |  | girth 14-16, stem_height 220 | Клён глобозум |
Клён остролистный 'Globosum' Pa220 StU 14-16 C45 |  | girth 14-16, stem_height 220, container 45 | Клён остролистный 'Globosum' |
Клён остролистный 'Globosum' штамб 2,2 м, обхв. 12-14, ком 50 |  | standard, girth 12-14, stem_height 220, ball 50 | Клён остролистный 'Globosum' |
Дуб черешчатый 18–20, штамб 2,2 м, WRB80 |  | standard, girth 18-20, stem_height 220, wire_ball 80 | Дуб черешчатый |
Дуб черешчатый 20/25 H 4xv WRB90 | tree | standard, girth 20-25, transplants 4, wire_ball 90 | Дуб черешчатый |
Дуб черешчатый 20-25 |  |  | Дуб черешчатый | measure: girth 20-25 / height 20-25
Дуб черешчатый 20-25 | tree | girth 20-25 | Дуб черешчатый |
Спирея японская 'Little Princess' 20-25 С2 |  | container 2 | Спирея японская 'Little Princess' | measure: girth 20-25 / height 20-25
Спирея японская 'Little Princess' 20-25 С2 | shrub | height 20-25, container 2 | Спирея японская 'Little Princess' |
Сосна горная 'Mops' 20-25 С5 | conifer | height 20-25, container 5 | Сосна горная 'Mops' |
Хоста 'Patriot' P9 | perennial | pot 9 | Хоста 'Patriot' |
Хоста 'Patriot' С2 |  | container 2 | Хоста 'Patriot' |
Туя западная 'Smaragd' С10h80-100 |  | height 80-100, container 10 | Туя западная 'Smaragd' |
Туя западная 'Smaragd' C10 H 80-100 |  | height 80-100, container 10 | Туя западная 'Smaragd' |
Туя западная 'Smaragd' выс. 80–100 см, конт. 10 л |  | height 80-100, container 10 | Туя западная 'Smaragd' |
Туя западная 'Smaragd' 80/100 С7,5 |  | height 80-100, container 7.5 | Туя западная 'Smaragd' |
Туя западная 'Smaragd' 100-125см С15 30 шт |  | height 100-125, container 15 | Туя западная 'Smaragd' 30 шт |
т. зап. Smaragd 120-140 rb |  | height 120-140, ball | т. зап. Smaragd |
Туя западная 'Brabant' h=200-225 RB45 |  | height 200-225, ball 45 | Туя западная 'Brabant' |
Туя западная 'Brabant' Н 180-200 с комом |  | height 180-200, ball | Туя западная 'Brabant' |
Ель сербская 3,0–3,5 м, от земли, WRB90 |  | height 300-350, wire_ball 90 | Ель сербская от земли |
Ель сербская 2,5-3 м |  | height 250-300 | Ель сербская |
Ель обыкновенная 2.0–2.5m RB 60 |  | height 200-250, ball 60 | Ель обыкновенная |
Ель обыкновенная 250-275 ком 70 в мет. корзине |  | height 250-275, wire_ball 70 | Ель обыкновенная |
Ель колючая 'Hoopsii' от 200 WRB |  | height 200-, wire_ball | Ель колючая 'Hoopsii' |
Ель колючая 'Hoopsii' 200+ см RB70 |  | height 200-, ball 70 | Ель колючая 'Hoopsii' |
Ель колючая 'Glauca' до 150 см ОКС |  | height -150, bare_root | Ель колючая 'Glauca' |
Ель колючая 'Glauca' высота от 150 до 175 см |  | height 150-175 | Ель колючая 'Glauca' |
Сосна обыкновенная 'Watereri' 150-175 шир. 200-250 Sol WRB90 |  | solitaire, height 150-175, spread 200-250, wire_ball 90 | Сосна обыкновенная 'Watereri' |
Сосна мелкоцветковая 'Negishi' C90 100-125 |  | height 100-125, container 90 | Сосна мелкоцветковая 'Negishi' |
Сосна чёрная 3.0-3.5 x 3.5-4.0 м WRB140 |  | height 300-350, spread 350-400, wire_ball 140 | Сосна чёрная |
Сосна чёрная 225-250 x 250-300 |  | height 225-250, spread 250-300 | Сосна чёрная |
Можжевельник 'Blue Carpet' ширина 40-50, С5 |  | spread 40-50, container 5 | Можжевельник 'Blue Carpet' |
Можж. скальный 'Blue Arrow' Co15 125-150 |  | height 125-150, container 15 | Можж. скальный 'Blue Arrow' |
Можжевельник казацкий 40х60 С3 |  | height 40, spread 60, container 3 | Можжевельник казацкий |
Можжевельник казацкий Ø 40-50 С3 |  | container 3 | Можжевельник казацкий | measure: girth 125.7-157.1 / girth 40-50 / spread 40-50
Можжевельник, диам. кроны 60-80 см |  | spread 60-80 | Можжевельник |
Лиственница европейская 'Puli' С25 ра120 |  | stem_height 120, container 25 | Лиственница европейская 'Puli' |
Лиственница 125-150 Sta 180 C30 | conifer | height 125-150, stem_height 180, container 30 | Лиственница |
Берёза повислая мультиштамб 350-400 3 ствола WRB100 |  | multistem, height 350-400, stems 3, wire_ball 100 | Берёза повислая |
Береза повислая MSt 400-450 WRB 110 |  | multistem, height 400-450, wire_ball 110 | Береза повислая |
Берёза 'Doorenbos' mst3 300-350 RB80 |  | multistem, height 300-350, stems 3, ball 80 | Берёза 'Doorenbos' |
Берёза полезная многоствольн. 5 стволов 4,0-4,5 м |  | multistem, height 400-450, stems 5 | Берёза полезная |
Клён гиннала 3,0–3,5 м, 5 стволов, WRB80 |  | height 300-350, stems 5, wire_ball 80 | Клён гиннала |
Ирга Ламарка 3-ствольная выс. 250-300 RB 70 |  | multistem, height 250-300, stems 3, ball 70 | Ирга Ламарка |
Ирга multi-stem 200-250 C50 |  | multistem, height 200-250, container 50 | Ирга |
Ирга двуствольная 200-225 |  | multistem, height 200-225, stems 2 | Ирга |
Кизильник блестящий 60–80, ОКС |  | height 60-80, bare_root | Кизильник блестящий |
Кизильник блестящий 60–80 см, 4 побега, ОКС |  | height 60-80, bare_root | Кизильник блестящий 4 побега |
Кизильник OKC 40-60 |  | height 40-60, bare_root | Кизильник |
Кизильник BR 40/60 | shrub | height 40-60, bare_root | Кизильник |
Кизильник блестящий 40-60 голый корень, 250 шт. |  | height 40-60, bare_root | Кизильник блестящий 250 шт. |
Сирень обыкновенная открытая корневая система 80-100 |  | height 80-100, bare_root | Сирень обыкновенная |
Гортензия метельчатая 'Limelight' 40-50 С5 |  | height 40-50, container 5 | Гортензия метельчатая 'Limelight' |
Гортензия мет. 'Vanille Fraise' C7.5 h 40-60 |  | height 40-60, container 7.5 | Гортензия мет. 'Vanille Fraise' |
Гортензия метельчатая на штамбе 80 см C10 |  | standard, stem_height 80, container 10 | Гортензия метельчатая |
Роза 'Evelyn' Pa 90 C5 | shrub | stem_height 90, container 5 | Роза 'Evelyn' |
Роза штамбовая 'Evelyn' С5 |  | standard, container 5 | Роза 'Evelyn' |
Барбарис Тунберга P9 |  | pot 9 | Барбарис Тунберга |
Барбарис Тунберга Р9 15-20 | shrub | height 15-20, pot 9 | Барбарис Тунберга |
Барбарис D12 |  | pot 12 | Барбарис |
Пион 'Sarah Bernhardt' ЗКС 3 л |  | container 3 | Пион 'Sarah Bernhardt' |
Пион 'Sarah Bernhardt' ЗКС |  | container | Пион 'Sarah Bernhardt' |
Липа мелколистная обхват 14-16 без кома |  | girth 14-16, bare_root | Липа мелколистная |
Дуб красный RWB 60 |  | wire_ball 60 | Дуб красный |
Пион, горшок 2 л |  | container 2 | Пион |
Герань, горшок 9х9 |  | pot 9 | Герань |
Лаванда, горшок Ø 12 см |  | pot 12 | Лаванда |
Клематис С3, 2–3 побега |  | container 3 | Клематис 2–3 побега |
Ель европейская К40 |  | tray 40 | Ель европейская |
Ель европейская, кассета 40 ячеек, 2 года |  | tray 40 | Ель европейская 2 года |
Сосна обыкновенная кассета, сеянец 10-15 |  | young, height 10-15, tray | Сосна обыкновенная |
Вереск Plug 84 |  | tray 84 | Вереск |
Сосна обыкновенная, сеянцы 2-летние, 15-20, ОКС |  | young, height 15-20, bare_root | Сосна обыкновенная 2-летние |
Яблоня 'Антоновка' подвой ОКС |  | young, bare_root | Яблоня 'Антоновка' |
Граб обыкновенный 150-175 RB40 для живой изгороди |  | hedge, height 150-175, ball 40 | Граб обыкновенный |
Тис средний 'Hicksii' изгородь 80-100 3хв С20 |  | hedge, height 80-100, transplants 3, container 20 | Тис средний 'Hicksii' |
Тис ягодный топиари 100-125 WRB70 |  | topiary, height 100-125, wire_ball 70 | Тис ягодный |
Самшит стриженый 40-50 С15 |  | topiary, height 40-50, container 15 | Самшит |
Липа шпалера 14-16 WRB60 |  | espalier, wire_ball 60 | Липа | measure: girth 14-16 / height 14-16
Магнолия Кобус Sol 4xv 300-350 x 200-250 WRB100 |  | solitaire, height 300-350, spread 200-250, transplants 4, wire_ball 100 | Магнолия Кобус |
Дуб черешчатый 25-30 Sol 4xv WRB80 | tree | solitaire, girth 25-30, transplants 4, wire_ball 80 | Дуб черешчатый |
Сосна горная H~ 80-100 | | height 80-100 | Сосна горная |
Ирга Ламарка мультистем | | multistem | Ирга Ламарка |
Хоста, горшочек 15 см | | pot 15 | Хоста |
Сосна горная к60 см | | ball 60 | Сосна горная |
Сосна горная к20 см | |  | Сосна горная | root: ball 20 / pot 20
Сосна горная D50 | |  | Сосна горная | root: ball 50 / pot 50
Сосна горная С1 — 40 | | container 1 | Сосна горная 40 | lone: height 40
Сосна горная h=2,5÷3,0 м | | height 250-300 | Сосна горная |
Барвинок малый 9 м2 | |  | Барвинок малый 9 м2 |
Магнолия солитер 3.5-4 м |  | solitaire, height 350-400 | Магнолия |
Тёрн Str 60-100 oB |  | shrub, height 60-100, bare_root | Тёрн |
Сирень v.Str. 3xv mB 150-175 |  | shrub, height 150-175, transplants 3, ball | Сирень v. |
Каштан конский 16-18 3 раза пересаж. ком 60 |  | girth 16-18, transplants 3, ball 60 | Каштан конский |
Каштан конский 16-18, пересажен 3 раза |  | girth 16-18, transplants 3 | Каштан конский |
Каштан конский 3-кратно пересаженный 16-18 |  | girth 16-18, transplants 3 | Каштан конский |
Каштан пересадок: 4, обхват 20-25 |  | girth 20-25, transplants 4 | Каштан |
Рябина обыкновенная 10-12 300-350 RB40 |  | girth 10-12, height 300-350, ball 40 | Рябина обыкновенная |
Рябина обыкновенная 20-25 550-600 WRB90 |  | girth 20-25, height 550-600, wire_ball 90 | Рябина обыкновенная |
Рябина обхват ствола 8-10 см, высота 2,5-3 м |  | girth 8-10, height 250-300 | Рябина |
Рябина окружность ствола 12-14 |  | girth 12-14 | Рябина |
Рябина StU.14-16 H.350-400 |  | girth 14-16, height 350-400 | Рябина |
Рябина диаметр ствола 4 см |  |  | Рябина | measure: girth 12.6 / girth 4
Рябина Ø ствола 6-8 см |  |  | Рябина | measure: girth 18.8-25.1 / girth 6-8
Ясень d=6 см |  |  | Ясень | measure: girth 18.8 / girth 6
Ясень D 6 |  |  | Ясень | measure: girth 18.8 / girth 6
Черёмуха Маака, Н 18-20 4xv WRB |  | transplants 4, wire_ball | Черёмуха Маака | measure: standard, girth 18-20 / height 18-20
Черёмуха Маака, H 18-20 | tree |  | Черёмуха Маака | measure: standard, girth 18-20 / height 18-20
Сосна H 80-100 | conifer | height 80-100 | Сосна |
Ива ha 8-10 C30 |  | half_standard, girth 8-10, container 30 | Ива |
Ива полуштамб 12-14 |  | half_standard, girth 12-14 | Ива |
Ива козья 'Kilmarnock' полуштамб 80 см С7,5 |  | half_standard, stem_height 80, container 7.5 | Ива козья 'Kilmarnock' |
Вишня St150 C20 |  | stem_height 150, container 20 | Вишня |
Вишня 'Kanzan' выс. штамба 2,0 м, обхват 16-18 |  | girth 16-18, stem_height 200 | Вишня 'Kanzan' |
Вишня 'Kanzan' штамб 2,0-2,2 м, 18-20 |  | standard, girth 18-20 | Вишня 'Kanzan' | range: stem_height 200 / stem_height 220
Вишня 'Kanzan' высота штамба 180-200 |  |  | Вишня 'Kanzan' | range: stem_height 180 / stem_height 200
Сакура штамб 18-20 | tree | standard, girth 18-20 | Сакура |
Робиния 'Umbraculifera' Н 10-12 2xv |  | transplants 2 | Робиния 'Umbraculifera' | measure: standard, girth 10-12 / height 10-12
Robinia pseudoacacia 'Umbraculifera' H 2xv 10-12 BR |  | standard, girth 10-12, transplants 2, bare_root | Robinia pseudoacacia 'Umbraculifera' |
Quercus robur 'Fastigiata' 350-400 Sol 5xv WRB 120 |  | solitaire, height 350-400, transplants 5, wire_ball 120 | Quercus robur 'Fastigiata' |
Malus x purpurea 12-14 RB50 |  | girth 12-14, ball 50 | Malus x purpurea |
Malus х 'Rudolph' 200x80 C30 |  | height 200, spread 80, container 30 | Malus х 'Rudolph' |
Дуб красный 30-35 WRB110 5xv выс. 650-700 шир. 300-350 |  | girth 30-35, height 650-700, spread 300-350, transplants 5, wire_ball 110 | Дуб красный |
Дуб 50-60 WRB 160 | tree | wire_ball 160 | Дуб | measure: girth 50-60 / height 50-60
Дуб 50-60 | shrub | height 50-60 | Дуб |
Сосна 18-20 | conifer |  | Сосна | measure: girth 18-20 / height 18-20
Клён 60-70 | tree | girth 60-70 | Клён |
Клён 40-60 | tree | height 40-60 | Клён |
Клён 10-15 | tree | height 10-15 | Клён |
Флокс 8-10 | perennial |  | Флокс | measure: girth 8-10 / height 8-10
Клён сахаристый высота 9000 |  |  | Клён сахаристый | impossible
Клён обхват 9 м |  |  | Клён | impossible
Туя 80-100-120 C10 |  | container 10 | Туя | impossible
C10-80-100 |  | height 80-100, container 10 |  |
Туя RB60-200-250 |  | height 200-250, ball 60 | Туя |
Туя С3/80-100 |  | height 80-100, container 3 | Туя |
Липа 18-20/500-550 |  | girth 18-20, height 500-550 | Липа |
Липа 16-18,3xv,RB60 |  | girth 16-18, transplants 3, ball 60 | Липа |
Липа 18-20,500-550,WRB80 |  | girth 18-20, height 500-550, wire_ball 80 | Липа |
Липа 18-20,80-100 |  | girth 18-20, height 80-100 | Липа |
Ель 100-80 |  |  | Ель | order: height 80-100
Ель 1 200 см |  | height 1200 | Ель |
Ель выс. 1,200 |  | height 1200 | Ель |
Туя 'Smaragd' 120 C10 |  | container 10 | Туя 'Smaragd' 120 | lone: height 120
Туя 'Smaragd' 120 | height column | height 120 | Туя 'Smaragd' |
Роза 'Chicago 4711' 40-50 C4 |  | height 40-50, container 4 | Роза 'Chicago 4711' |
Туя западная 'Smaragd' 100–125 1 250 руб. |  | height 100-125 | Туя западная 'Smaragd' 1 250 руб. |
Туя западная 'Smaragd' 4500 руб. C10 |  | container 10 | Туя западная 'Smaragd' 4500 руб. |
Туя «Смарагд» контейнер 10 литров |  | container 10 | Туя «Смарагд» |
Туя "Смарагд" 10л |  | container 10 | Туя "Смарагд" |
Туя Смарагд в контейнере 80-100 |  | height 80-100, container | Туя Смарагд |
Туя Смарагд С10-15 |  | container | Туя Смарагд | range: container 10 / container 15
Туя Смарагд контейнер от 5 л |  | container | Туя Смарагд | range: container 5
Ель ком 60-70 см |  | ball | Ель | range: ball 60 / ball 70
Ель ком земли 60х50 см, 200-250 |  | height 200-250, ball 60 | Ель |
Ель земляной ком 0,6 м |  | ball 60 | Ель |
Ель ком Ø60, мешковина |  | ball 60 | Ель |
Ель RB 60 WRB 70 |  |  | Ель | conflict: ball 60 / wire_ball 70
Ель RB60 C10 |  |  | Ель | conflict: ball 60 / container 10
Ель RB60, мешковина, сетка |  | wire_ball 60 | Ель |
Ель высота 200, высота 250 |  |  | Ель | conflict: height 200 / height 250
Ель высота 200, высота 250, высота 200 |  |  | Ель | conflict: height 200 / height 250
Сосна Sol MSt 300-350 |  | height 300-350 | Сосна | conflict: solitaire / multistem
Плетистая роза P1 |  | container 1 | Плетистая роза |
Плетистая роза P1,5 |  | container 1.5 | Плетистая роза |
Плющ P9 0,5 л |  | pot 9 | Плющ |
Ель с 10 штук |  |  | Ель с 10 штук |
С 12 побегами |  |  | С 12 побегами |
Ель выс. 2-3 |  |  | Ель | unit: height 200-300 / height 2-3
Ель 2-3 | conifer |  | Ель | unit: height 200-300 / height 2-3
Ель 2,5-3 |  | height 250-300 | Ель |
Ель 2,5–3 | conifer | height 250-300 | Ель |
Хоста выс. 15 см |  | height 15 | Хоста |
Хоста H15 |  | height 15 | Хоста |
18-20 | girth column | girth 18-20 |  |
2,0-2,5 | height column | height 200-250 |  |
80-100 | height column | height 80-100 |  |
200 | stem_height column | stem_height 200 |  |
80-100 | spread column | spread 80-100 |  |
ТУЯ ЗАПАДНАЯ SMARAGD С20 Н140-160 |  | height 140-160, container 20 | ТУЯ ЗАПАДНАЯ SMARAGD |
туя западная смарагд с20 н140-160 |  | height 140-160, container 20 | туя западная смарагд |
Дерен белый 'Elegantissima' 80-100смС7,5 |  | height 80-100, container 7.5 | Дерен белый 'Elegantissima' |
Дерен белый 60-80 см высота |  | height 60-80 | Дерен белый |
Липа 18-20 см обхват, 4xvWRB80 |  | girth 18-20, transplants 4, wire_ball 80 | Липа |
Вяз ≥ 200 см |  | height 200- | Вяз |
Вяз не менее 2,5 м |  | height 250- | Вяз |
Вяз до 1,5 м |  | height -150 | Вяз |
Вяз свыше 3 м |  | height 300- | Вяз |
Вяз высотой 200 и выше |  | height 200- | Вяз |
Вяз 200 и выше |  | height 200- | Вяз |
Береза 3–4 м, 12 шт., доставка 15.04.2026 |  | height 300-400 | Береза 12 шт., доставка 15.04.2026 |
Сосна зона 4 100-125 C25 |  | height 100-125, container 25 | Сосна зона 4 |
№ 12 Сосна 100-125 C25 |  | height 100-125, container 25 | № 12 Сосна |
Сосна 100…125 C25 |  | height 100-125, container 25 | Сосна |
Сосна 100..125 C25 |  | height 100-125, container 25 | Сосна |
Сосна 100 — 125 C25 |  | height 100-125, container 25 | Сосна |
Сосна (100-125) [C25] |  | height 100-125, container 25 | Сосна |
Шпиндельбуш |  |  | Шпиндельбуш |
Дуб 18-20 на штамбе |  | standard, girth 18-20 | Дуб |
Котовник '4ever' P11 |  | pot 11 | Котовник '4ever' |
Смородина 3-4 года, 2-3 побега, C3 |  | container 3 | Смородина 3-4 года, 2-3 побега |
Виноград девичий С2 60-80 | climber | height 60-80, container 2 | Виноград девичий |
Ёлка |  |  | Ёлка |
контейнер |  | container |  |
Рододендрон 'Catawbiense' 50х60 C20 |  | height 50, spread 60, container 20 | Рододендрон 'Catawbiense' |
Ель 0 см |  |  | Ель | impossible
Липа 18-20 x 5,0-5,5 м WRB80 |  | girth 18-20, height 500-550, wire_ball 80 | Липа |
Липа 18-20 x 500-550 | tree | girth 18-20, height 500-550 | Липа |
Барбарис 80 Р9 |  | pot 9 | Барбарис 80 | lone: height 80
Барбарис 80 р. 9 шт |  |  | Барбарис 80 р. 9 шт |
С 2-3 побегами |  |  | С 2-3 побегами |
Сосна 100-125 P 12 |  | height 100-125, pot 12 | Сосна |
Липа мелк. Greenspire, об. 18/20, WRB |  | girth 18-20, wire_ball | Липа мелк. Greenspire |
Туя С 5 80-100 |  | height 80-100, container 5 | Туя |
Туя с 5 80-100 |  | height 80-100 | Туя с 5 |
Туя С.10 80-100 |  | height 80-100, container 10 | Туя |
Туя C-10, 80-100 |  | height 80-100, container 10 | Туя |
Туя смарагд 1-1,2 м C10 |  | height 100-120, container 10 | Туя смарагд |
Туя смарагд 80-100, С7.5-10 |  | height 80-100, container | Туя смарагд | range: container 7.5 / container 10
Ель h 3,0-3,5 |  | height 300-350 | Ель |
Ель Н-200 |  | height 200 | Ель |
Ель Н - 200-250 см |  | height 200-250 | Ель |
Ель (h 200-250) |  | height 200-250 | Ель |
Ель высота (см): 200-250 |  | height 200-250 | Ель |
Ель высота, м: 2,5-3 |  | height 250-300 | Ель |
Ель рост 100 см |  | height 100 | Ель |
Pinus sylvestris Sol 5xv mDb 300-350 x 250-300 |  | solitaire, height 300-350, spread 250-300, transplants 5, wire_ball | Pinus sylvestris |
Acer campestre Sol 3 x v. mB 200-250 |  | solitaire, height 200-250, transplants 3, ball | Acer campestre |
Picea abies 3xv mB 80-100 |  | height 80-100, transplants 3, ball | Picea abies |
Carpinus betulus Hecke 2xv 100-125 Co 7,5 |  | hedge, height 100-125, transplants 2, container 7.5 | Carpinus betulus |
Rosa 'St. Swithun' C5 |  | container 5 | Rosa 'St. Swithun' |
Роза St Swithun 60-80 |  | height 60-80 | Роза St Swithun |
Сирень венгерская 3-5 стволов 200-250 |  | height 200-250 | Сирень венгерская | range: stems 3 / stems 5
Ясень 'Nana' Ра200 С18 |  | stem_height 200, container 18 | Ясень 'Nana' |
Липа D ствола 6-8 |  |  | Липа | measure: girth 18.8-25.1 / girth 6-8
Липа диам. 6-8 см |  |  | Липа | measure: girth 18.8-25.1 / girth 6-8
Липа диаметр кома 60 |  | ball 60 | Липа |
Липа STU18/20 |  | girth 18-20 | Липа |
Яблоня 2-летка ОКС |  | bare_root | Яблоня 2-летка |
Яблоня ОКС 2 года |  | bare_root | Яблоня 2 года |
Дуб КРАСНЫЙ, ЗКС 10 Л |  | container 10 | Дуб КРАСНЫЙ |
Спирея 40+ C3 | shrub | height 40-, container 3 | Спирея |
Спирея 20-30 C2 |  | container 2 | Спирея | measure: girth 20-30 / height 20-30
Спирея 20-30 |  |  | Спирея | measure: girth 20-30 / height 20-30
Хоста C1 |  | container 1 | Хоста |
Хоста, P 1 л |  | container 1 | Хоста |
Плющ 40-60 3 плети C2 |  | height 40-60, container 2 | Плющ 3 плети |
Туя Брабант, высота — 1,5–1,75 м; ком — Ø 50 см; 4500 ₽ |  | height 150-175, ball 50 | Туя Брабант 4500 ₽ |
Самшит шар Ø 40 см C10 |  | container 10 | Самшит шар | measure: girth 125.7 / girth 40 / spread 40
Сосна горная Пумилио 30-40/40-50 C7,5 |  | height 40-50, container 7.5 | Сосна горная Пумилио | measure: girth 30-40 / height 30-40
Рябина WRB 60-70 16-18 | tree | girth 16-18, wire_ball | Рябина | range: wire_ball 60 / wire_ball 70
Магнолия 1,75-2,0м С35 |  | height 175-200, container 35 | Магнолия |
Пузыреплодник 'Diabolo' 60-80 C5 в наличии 200 шт. по 650 р. |  | height 60-80, container 5 | Пузыреплодник 'Diabolo' в наличии 200 шт. по 650 р. |
Дуб 18-20 WRB80 от 10 шт 45000 |  | girth 18-20, wire_ball 80 | Дуб от 10 шт 45000 |
Дуб 18-20 от 5 шт |  | girth 18-20 | Дуб от 5 шт |
Туя от 3 шт. 80-100 |  | height 80-100 | Туя от 3 шт. |
Клён Гиннала h 2,5-3 м, 3-5 ств., WRB |  | height 250-300, wire_ball | Клён Гиннала | range: stems 3 / stems 5
Барбарис С3 d 30-40 |  | container 3 | Барбарис | measure: girth 94.2-125.7 / girth 30-40 / spread 30-40
Ель до 2 м C30 |  | height -200, container 30 | Ель |
Сосна P 3 |  |  | Сосна | root: pot 3 / container 3
Липа 18–20 см |  | girth 18-20 | Липа |
Липа 18-20 в обхвате |  | girth 18-20 | Липа |
Ель 3м |  | height 300 | Ель |
Ель 3 м 60 см |  | height 300 | Ель | conflict: girth 60 / height 60 / spread 60
Самшит 10-15 Р9 кассета |  | height 10-15 | Самшит | conflict: pot 9 / tray
Гортензия P9 / C2 |  |  | Гортензия | conflict: pot 9 / container 2
Гортензия C2/C3 30-40 |  |  | Гортензия | measure: girth 30-40 / height 30-40; conflict: container 2 / container 3
Липа 250 см в высоту |  | height 250 | Липа |
Ель шириной 2 м, высотой 3 м |  | height 300, spread 200 | Ель |
`

const columnOf = (cell: string): Context =>
  cell.endsWith(' column')
    ? { measure: cell.replace(' column', '') as Measure }
    : { habit: cell === '' ? null : (cell as Habit) }

/** Fields in the terms of the table, in the order of the label. */
function describeSizes(sizes: Partial<Sizes>): string {
  const { form, root, root_size, ...others } = { ...noSizes, ...sizes }
  const spans = (['girth', 'height', 'spread'] as const).map(span => {
    const [from, to] = [others[`${span}_from`], others[`${span}_to`]]
    if (from === null && to === null) return ''
    return `${span} ${from === to ? from : `${from ?? ''}-${to ?? ''}`}`
  })
  const single = (['stem_height', 'stems', 'transplants'] as const).map(name =>
    others[name] === null ? '' : `${name} ${others[name]}`,
  )
  const packing = [root, root_size].filter(value => value !== null).join(' ')
  return [form, ...spans, ...single, packing].filter(Boolean).join(', ')
}

describe('lines of price lists and schedules', () => {
  it.each(
    lines
      .trim()
      .split('\n')
      .map(line => line.split('|').map(cell => cell.trim())),
  )('%s (%s)', (text = '', context = '', fields = '', rest = '', doubts = '') => {
    const read = parseNotation(text, columnOf(context))
    const told = read.doubts.map(({ code, alternatives }) =>
      [code, alternatives.map(describeSizes).join(' / ')].filter(Boolean).join(': '),
    )
    expect({ fields: describeSizes(read.fields), rest: read.rest, doubts: told.join('; ') }).toEqual({
      fields,
      rest,
      doubts,
    })
  })
})

it('names the part of the text that a doubt is about', () => {
  const { doubts } = parseNotation('Ель, выс. 2-3, ком 60-70 см')
  expect(doubts.map(({ text }) => text)).toEqual(['выс. 2-3', 'ком 60-70 см'])
})

it('keeps a range of packings in a request', () => {
  const { wish } = parseNotation('Ель, ком 60-70 см')
  expect(wish).toMatchObject({ root: 'ball', root_size_from: 60, root_size_to: 70 })
})

it('reads a form from a separate column', () => {
  expect(parseNotation('20-25', { form: 'standard' }).fields).toMatchObject({
    form: null,
    girth_from: 20,
    girth_to: 25,
  })
  expect(parseNotation('20-25', { form: 'shrub' }).fields).toMatchObject({ form: null, height_from: 20, height_to: 25 })
})
