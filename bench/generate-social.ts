import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { readDirectory } from '#server/seed/botany/read-directory.ts'
import { pick, pickText } from './generate-products.ts'

const pictureCount = 2000

const firstNames = [
  ...['Анна', 'Мария', 'Елена', 'Ольга', 'Татьяна', 'Наталья', 'Ирина', 'Светлана', 'Юлия', 'Вера', 'Нина', 'Дарья'],
  ...['Полина', 'Ксения', 'Галина', 'Людмила', 'Софья', 'Алиса', 'Евдокия', 'Васса'],
]
/** Surnames with the same form for women and men. */
const surnames = [
  ...[
    'Шевченко',
    'Короленко',
    'Черных',
    'Белых',
    'Долгих',
    'Ткаченко',
    'Дубяго',
    'Живаго',
    'Гриб',
    'Мороз',
    'Бондаренко',
  ],
  ...['Седых', 'Лысенко', 'Петренко', 'Крутых', 'Зима', 'Сорока', 'Верба', 'Калина', 'Дуб', 'Явор', 'Береза', 'Чумак'],
  ...['Сковорода', 'Франко', 'Гойхман', 'Цой', 'Пак', 'Ким', 'Югай'],
]
const openings = [
  'Посадили сегодня первый ряд:',
  'Кто выращивал в Подмосковье, подскажите про сорт:',
  'Ищу крупномер для сада заказчика,',
  'Зацвело раньше обычного:',
  'Заканчиваем участок на склоне, в основе посадок',
  'После зимы в питомнике лучше всех выглядит',
  'Нужно двадцать штук к маю:',
  'Пришла партия с закрытыми корнями:',
  'Три года наблюдаю и могу посоветовать,',
  'Не повторяйте моей ошибки, это',
]
const middles = [
  'Почва тяжёлая, сделали дренаж из щебня.',
  'Поливаем раз в неделю, мульча из коры.',
  'На солнце растёт быстрее, в тени теряет окраску.',
  'Обрезку делаем в марте, до сокодвижения.',
  'Ком плотный, побеги целые, доехало без потерь.',
  'Под снегом перезимовало без укрытия.',
  'Сосед по участку советует пересадить осенью.',
  'Заказчик доволен, фотографии на неделе.',
]
const closings = [
  'Спасибо питомнику за честный размер.',
  'Жду ваших советов.',
  'Напишите, у кого есть в наличии.',
  'Продолжение покажу весной.',
  'Цена договорная, доставка своя.',
  'Если интересно, расскажу подробнее.',
]
const frequentTags = [
  'сад',
  'питомник',
  'обрезка',
  'ландшафт',
  'хвойные',
  'весна',
  'ищу_растения',
  'посадка',
  'газон',
  'розы',
]
const rareTagCount = 2000
/** A word in one of a hundred thousand posts. */
const rareWord = 'эдельвейс'

export interface SocialSize {
  /** Includes the posts that announce the database's products. */
  posts: number
  people: number
  friendships: number
}

const whole = (value: number) => sql.raw(String(Math.floor(value)))
const text = (value: string) => sql.raw(`'${value.replaceAll("'", "''")}'`)

/** A whole number from 0 to `count - 1` for row `n`, mostly small: `power` 2 gives the first a share of 1/√count. */
const skewed = (salt: number, count: number, power = 2) =>
  sql.raw(`floor(power((hashint8extended(n, ${salt}) & 2147483647) / 2147483648.0::float8, ${power}) * ${count})::int`)

/** A UUID of version 7 with this time for row `n`, like `uuidv7()`. */
const timedId = (time: string, salt: string) =>
  sql.raw(`(lpad(to_hex(floor(extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '7' || left(md5('${salt}' || n), 3)
    || '8' || right(md5('${salt}' || n), 15))::uuid`)

/** `social_people` by `number` from 0; the first ones have the most friends and posts. */
async function numberPeople(tx: Tx, people: number): Promise<void> {
  await tx.execute(sql`
    create temp table social_people on commit drop as
    select n as number, ${timedId('joined_at', 'person')} as id, name, joined_at
    from (
      select n, ${pickText(21, firstNames)} || ' ' || ${pickText(22, surnames)} as name,
        date_trunc('hour', now()) - interval '3 years' + ${pick(23, 360 * 24 * 60)} * interval '1 minute' as joined_at
      from generate_series(0::bigint, ${whole(people - 1)}) n
    ) person`)
}

/** `social_pairs`: pairs of friends by number, each pair once. */
async function numberFriendships(tx: Tx, people: number, friendships: number): Promise<void> {
  // Some pairs occur twice, and one in `people` consists of one person twice.
  const tries = friendships * 1.1 + 100
  await tx.execute(sql`
    create temp table social_pairs on commit drop as
    select row_number() over () as n, one, other from (
      select distinct least(a, b) as one, greatest(a, b) as other
      from (
        select ${skewed(31, people)} as a, ${pick(32, people)} as b from generate_series(1::bigint, ${whole(tries)}) n
      ) pair
      where a <> b
      limit ${whole(friendships)}
    ) pair`)
}

/** `social_posts`: the posts without their texts. One in sixteen is from the last seven days. */
async function numberPosts(tx: Tx, { posts, people }: SocialSize): Promise<void> {
  await tx.execute(sql`
    create temp table social_posts on commit drop as
    select n, ${timedId('created_at', 'post')} as id, author_id, author_name, product_id, created_at,
      product_id is null and private_share < 15 as is_private, product_id is null and request_share < 8 as is_request,
      least(case when famous = 0 then 1000 else likes end, ${whole(people - 1)}) as likes,
      case when discussed = 0 then 500 else comments end as comments, tags, first_tag, second_tag
    from (
      select n, person.id as author_id, person.name as author_name, null::int as product_id,
        date_trunc('second', now()) - interval '1 minute'
          - case when n % 16 = 0 then ${pick(41, 7 * 24 * 3600)} else ${pick(42, 730 * 24 * 3600)} end * interval '1 second' as created_at
      from (
        select n, ${skewed(43, people)} as author
        from generate_series(1::bigint, greatest(0, ${whole(posts)} - (select count(*) from products))) n
      ) numbered
      join social_people person on person.number = numbered.author
      union all
      select 1000000000 + product.id, users.id, users.name, product.id, product.published_at
      from products product
      join companies on companies.id = product.company_id
      join users on users.id = coalesce(product.created_by_id, companies.creator_id)
      where product.published_at is not null
    ) post
    cross join lateral (
      select ${pick(44, 100)} as private_share, ${pick(45, 100)} as request_share, ${pick(46, 10_000)} as famous,
        ${skewed(47, 30, 12)} as likes, ${pick(48, 20_000)} as discussed, ${skewed(49, 15, 10)} as comments,
        greatest(0, ${pick(50, 10)} - 7) as tags,
        ${skewed(51, frequentTags.length + rareTagCount, 6)} as first_tag, ${skewed(52, frequentTags.length + rareTagCount, 6)} as second_tag
    ) chance`)
  await tx.execute(sql`analyze social_posts`)
}

async function insertPeople(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into users (id, email, name, confirmed_email, friends_count, posts_count, blocked_at, created_at)
    select person.id, email, person.name, email, coalesce(friends.count, 0), coalesce(posts.count, 0),
      case when person.number % 500 = 499 then now() end, joined_at
    from (select *, 'person' || number || '@bench.test' as email from social_people) person
    left join (
      select friend, count(*)::int as count
      from (select one as friend from social_pairs union all select other from social_pairs) side group by friend
    ) friends on friends.friend = person.number
    left join (select author_id, (count(*) filter (where not is_private))::int as count from social_posts group by author_id) posts on posts.author_id = person.id
    order by person.id`)
  await tx.execute(sql`
    update users set posts_count = announced.count
    from (
      select author_id, count(*) filter (where products.is_active)::int as count
      from social_posts join products on products.id = product_id group by author_id
    ) announced
    where announced.author_id = users.id`)
}

async function insertFriendships(tx: Tx, people: number): Promise<void> {
  await tx.execute(sql`
    insert into friendships (user_id, friend_id, created_at)
    select side.user_id, side.friend_id, date_trunc('hour', now()) - ${pick(61, 700 * 24)} * interval '1 hour'
    from (
      select pair.n, one.id as user_id, other.id as friend_id
      from social_pairs pair join social_people one on one.number = pair.one join social_people other on other.number = pair.other
      union all
      select pair.n, other.id, one.id
      from social_pairs pair join social_people one on one.number = pair.one join social_people other on other.number = pair.other
    ) side
    order by side.user_id, side.friend_id`)
  await tx.execute(sql`
    insert into friendship_requests (id, from_id, to_id, status, created_at)
    select ${timedId('asked_at', 'request')}, asker.id, asked.id, case when n % 5 = 0 then 'rejected' else 'pending' end, asked_at
    from (
      select distinct on (least(from_n, to_n), greatest(from_n, to_n)) n, from_n, to_n,
        date_trunc('second', now()) - ${pick(62, 90 * 24 * 3600)} * interval '1 second' as asked_at
      from (
        select n, ${pick(63, people)} as from_n, ${skewed(64, people)} as to_n from generate_series(1::bigint, ${whole(people / 2)}) n
      ) numbered
      where from_n <> to_n
    ) request
    join social_people asker on asker.number = from_n
    join social_people asked on asked.number = to_n
    where not exists (
      select from social_pairs pair where pair.one = least(from_n, to_n) and pair.other = greatest(from_n, to_n)
    )
    order by 1`)
}

async function insertHashtags(tx: Tx): Promise<void> {
  const names = [...frequentTags, ...Array.from({ length: rareTagCount }, (_, n) => `сорт_${n + 1}`)]
  await tx.execute(sql`
    create temp table social_tags on commit drop as
    select (place - 1)::int as number, name from unnest(string_to_array(${names.join(' ')}::text, ' ')) with ordinality tag (name, place)`)
  await tx.execute(sql`insert into hashtags (name) select name from social_tags order by number`)
}

async function insertPosts(tx: Tx): Promise<void> {
  // The first plants of the directory are in many posts, the last in few.
  const plants = readDirectory().plants.map(plant => `${plant.genus} ${plant.name}`.toLowerCase())
  await tx.execute(sql`
    create temp table social_plants on commit drop as
    select (place - 1)::int as number, name from unnest(string_to_array(${plants.join('|')}::text, '|')) with ordinality plant (name, place)`)
  await tx.execute(sql`
    insert into posts (id, author_id, body, product_id, category_id, region_id, is_private, is_request, is_visible,
      likes_count, comments_count, search_text, created_at)
    select post.id, author_id, body, product_id, product.category_id, company.region_id, is_private, is_request,
      coalesce(product.is_active, true), likes, comments, concat_ws(' ', body, product.name, author_name), post.created_at
    from (
      select post.*, coalesce(described.description, concat_ws(' ', opening, plant.name || '.', middle, closing,
        case when n % 100000 = 7 then ${text(rareWord)} end, '#' || first.name, '#' || second.name)) as body
      from (
        select *, ${pickText(71, openings)} as opening, ${pickText(72, middles)} as middle, ${pickText(73, closings)} as closing,
          ${skewed(74, plants.length, 3)} as plant
        from social_posts
      ) post
      join social_plants plant on plant.number = post.plant
      left join social_tags first on tags >= 1 and first.number = first_tag
      left join social_tags second on tags >= 2 and second.number = second_tag and second_tag <> first_tag
      left join products described on described.id = product_id
    ) post
    left join products product on product.id = product_id
    left join companies company on company.id = product.company_id
    order by post.created_at, post.id`)
  await tx.execute(sql`
    insert into post_hashtags (post_id, hashtag_id, created_at)
    select distinct post.id, hashtags.id, post.created_at
    from social_posts post
    join social_tags tag on (tags >= 1 and tag.number = first_tag) or (tags >= 2 and tag.number = second_tag)
    join hashtags on hashtags.name = tag.name
    where product_id is null
    order by post.created_at`)
  await tx.execute(sql`
    insert into media (key)
    select left(md5('social ' || n), 2) || '/' || md5('social ' || n) from generate_series(1, ${whole(pictureCount)}) n`)
  await tx.execute(sql`
    insert into post_attachments (id, post_id, media_key, position)
    select overlay(overlay(md5('attachment ' || n || ' ' || position) placing '8' from 13) placing '8' from 17)::uuid, id, left(picture, 2) || '/' || picture, position
    from (
      select post.n, post.id, position, md5('social ' || 1 + (${pick(81, pictureCount)} + position) % ${whole(pictureCount)}) as picture
      from social_posts post cross join lateral generate_series(0, ${pick(82, 4)}) as position
      where product_id is null and n % 5 = 0
    ) attachment`)
}

async function insertAnswers(tx: Tx, people: number): Promise<void> {
  // Consecutive people, so that nobody likes a post twice.
  await tx.execute(sql`
    insert into post_likes (post_id, user_id, created_at)
    select post.id, person.id, post.created_at
    from (select *, ${pick(91, people)} as first from social_posts) post
    cross join lateral generate_series(1, post.likes) as place
    join social_people person on person.number = (post.first + place) % ${whole(people)}
    order by post.id`)
  await tx.execute(sql`
    insert into comments (id, post_id, author_id, body, created_at)
    select ${timedId('comment.created_at', 'comment')}, post_id, person.id, body, comment.created_at
    from (
      select post.n * 1000 + place as n, post.id as post_id, (post.first + place * 7) % ${whole(people)} as author,
        ${pickText(92, [...middles, ...closings])} as body,
        post.created_at + (now() - post.created_at) * (place / (post.comments + 1.0)) as created_at
      from (select *, ${pick(93, people)} as first from social_posts) post
      cross join lateral generate_series(1, post.comments) as place
    ) comment
    join social_people person on person.number = comment.author
    order by comment.created_at`)
  await tx.execute(sql`
    insert into notifications (id, recipient_id, type, actor_id, post_id, created_at, read_at)
    select ${timedId('post.created_at', 'notification')}, author_id, 'post_like', person.id, post.id, post.created_at,
      case when n % 3 > 0 then post.created_at + interval '1 day' end
    from social_posts post
    join social_people person on person.number = n % (select count(*) from social_people)
    where ${pick(94, 4)} = 0
    order by post.created_at`)
}

/** Two conversations per person between friends, most with about ten messages, the first with twenty thousand. */
async function insertConversations(tx: Tx, people: number): Promise<void> {
  await tx.execute(sql`
    create temp table social_conversations on commit drop as
    select pair.n, pair.id, one.id as opened_by_id, other.id as other_id, opened_at, closed_at,
      case when pair.n = 1 then 20000 when pair.n % 20 = 0 then 0 else 1 + length end as length, unread
    from (
      select *, ${timedId('opened_at', 'conversation')} as id, opened_at + (now() - opened_at) * (${pick(101, 1000)} / 1000.0) as closed_at, ${skewed(102, 40, 4)} as length,
        greatest(0, ${pick(103, 6)} - 3) as unread
      from (
        select *, date_trunc('second', now()) - ${pick(104, 600 * 24 * 3600)} * interval '1 second' as opened_at
        from social_pairs where n <= ${whole(people * 2)}
      ) pair
    ) pair
    join social_people one on one.number = pair.one
    join social_people other on other.number = pair.other`)
  await tx.execute(sql`
    insert into conversations (id, opened_by_id, other_id, created_at)
    select id, opened_by_id, other_id, opened_at from social_conversations order by id`)
  await tx.execute(sql`
    insert into conversation_sides (conversation_id, user_id, unread_count, modified_at)
    select id, opened_by_id, 0, case when length = 0 then opened_at else closed_at end from social_conversations
    union all
    select id, other_id, least(unread, length), case when length > 0 then closed_at end from social_conversations`)
  await tx.execute(sql`
    insert into messages (id, conversation_id, author_id, body, number, created_at)
    select ${timedId('created_at', 'message')}, conversation_id, author_id, body, number, created_at
    from (
      select *, ${pickText(105, [...middles, ...closings])} as body
      from (
        select n * 100000 + place as n, id as conversation_id, place as number,
          case when place % 3 = 1 or place > length - unread then opened_by_id else other_id end as author_id,
          opened_at + (closed_at - opened_at) * (place::float8 / length) as created_at
        from social_conversations cross join lateral generate_series(1, length) as place
      ) numbered
    ) message
    order by created_at`)
}

/**
 * Fills a database that contains reference data, and optionally products, with people, friendships, posts with likes,
 * comments and hashtags, and conversations. The same sizes give the same data, except for times, which end now.
 */
export async function generateSocial(db: Db, size: SocialSize): Promise<void> {
  await db.transaction(async tx => {
    await tx.execute(sql`set local gin_pending_list_limit = '1GB'`)
    await tx.execute(sql`set local work_mem = '256MB'`)
    await numberPeople(tx, size.people)
    await numberFriendships(tx, size.people, size.friendships)
    await numberPosts(tx, size)
    await insertPeople(tx)
    await insertFriendships(tx, size.people)
    await insertHashtags(tx)
    await insertPosts(tx)
    await insertAnswers(tx, size.people)
    await insertConversations(tx, size.people)
  })
}
