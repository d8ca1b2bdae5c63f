/**
 * Passwords that are guessed first, in small letters; those shorter than eight letters and those of digits alone are
 * refused anyway.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
11111111a 111111aa 111111qq 123123aa 123123qwe 123321qwe 1234567890a 123456789a 12345678a 1234567a 123456aa
123456ab 123456qw 123456qwerty 12345qwe 12345qwert 1234abcd 1234qwer 123abc123 123abc456 123qwe123 123qwe123qwe
123qweasd 123qweasdzxc 123йцукен 12qwaszx 147258369a 1a2b3c4d 1a2s3d4f 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx
1qaz2wsx3edc 1qazxsw2 1й2ц3у4к 1й2ц3у4к5е a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678
aaaa1111 aaaaaaa1 aaaaaaaa ab123456 abc12345 abc123456 abc123abc abc123def abcd1234 abcd12345 abcdabcd abcde123
abcdef12 abcdefg1 abcdefgh abcdefghi access123 access14 admin123 admin123! admin1234 admin12345 admin@123
adminadmin administrator administrator1 aleksandr aleksandra aleksey1 alexander alexandr alexandra alexey123
anastasia anastasiya andrew12 andrey12 andrey123 anthony1 anton123 anything arsenal1 artem123 artem1234 asasasas
asd123asd asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl asdfghjkl1 ashley12 autumn12 babygirl babygirl1
barcelona baseball baseball1 basketball batman12 batman123 beautiful beautiful1 benjamin bereza123 beryozka
bhbyf123 birthday birthday1 blink182 blizzard buster12 butterfly cfif1234 changeme changeme1 changeme123
charlie1 chelsea1 chocolate chocolate1 christian cjkysirj computer computer1 corvette corvette1 counter-strike
cowboys1 cs123456 cska1911 ctdthysq danielle dasha123 december default1 default123 demo1234 demodemo dendro12
dendro123 dendrodendro dendrology denis123 denis1234 dfcbkbq1 dinamo123 dmitriy1 dmitry123 dolphins dragon12
dragon123 dtnth123 eagles12 ekaterina elena123 elizabeth evgenia1 evgeniy1 february ferrari1 firebird fktrcfylh
flower12 flowers1 football football1 fortnite freedom1 fylhtq123 garden12 garden123 gardener gardener1 garfield
gateway1 gbpltw123 gfhjkm123 gfhjkmgfhjkm ghbdtn123 ghbdtnghbdtn goldfish gorgeous guest123 guestguest hardcore
hellokitty hjccbz123 hunter12 hunter123 icecream icecream1 iloveu123 iloveyou iloveyou! iloveyou1 iloveyou2
infinity internet irina123 irinka123 ivan1234 ivanivan ivanov123 january1 javascript jennifer jessica1 jkmuf123
jonathan jordan23 julia123 k.,jdm123 katerina katya123 kawasaki kexifz123 killer12 killer123 kipariks kisulya1
kontra123 kotenok1 kotenok123 krasavica krasotka krasotka1 kristina kristina1 ksenia123 lada2110 lakers24
landscape landscape1 landshaft landshaft1 laserjet lbvf1234 leonardo letmein! letmein1 letmein123 liverpool
liverpool1 ljubov123 login123 login1234 lokomotiv lovelife lovelove lovely123 loveyou1 lubov123 lyubov123
macintosh mailru123 maksim123 maksimka malysh123 malyshka manchester maradona marina12 marina123 marinka1
marlboro masha123 masha1234 master11 master12 master123 matthew1 maverick maxim123 mercedes mercury1 metallica
michael1 michelle microsoft midnight midnight1 mihail123 mikhail1 minecraft minecraft1 mitchell moiparol
monday12 monkey12 monkey123 montana1 moscow123 moskva123 moskva777 motorola mountain moyparol mustang1
mypassword nastya12 nastya123 natasha1 natasha123 newcastle newyork1 nfnmzyf1 nicholas nightmare nikita12
nikita123 nikolay1 nintendo nirvana1 nokia123 nothing1 november october1 october12 odnoklassniki oksana123
olga1234 p4ssw0rd p@ssw0rd p@ssword pa$$word packers1 paradise parol123 parol1234 parol12345 parol123456
parolparol pass1234 pass12345 pass123word pass@123 pass@word1 passpass passw0rd passw0rd! passw0rd1 password
password! password1 password1! password12 password123 password1234 passwords passwort patricia pavel123 peterpan
phoenix1 pineapple piter123 pitomnik pitomnik1 pitomnik123 platinum playstation pokemon1 pokemon123 porsche1
portugal precious princess princess1 princess123 privet12 privet123 privetprivet professional pwd12345 q1w2e3r4
q1w2e3r4t5 q1w2e3r4t5y6 qaz123wsx qazwsx123 qazwsxedc qazxswedc qqqqqqqq qwe12345 qwe123qwe qweasd123 qweasdzxc
qweqweqwe qwer1234 qwer4321 qwerty1! qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyqwerty
qwertyu1 qwertyui qwertyuiop qwqwqwqw rainbow1 rangers1 rastenie rasteniya redskins redsox12 remember
robert12 rockstar1 roman123 romantic romashka romashka1 romashka123 root1234 rootroot rossia123 rossiya1
rozochka russia123 sadovnik sadovnik1 salvador samantha samsung1 samsung123 samsung777 sasha123 sasha1234
sashasasha saturday scorpion scotland secret12 secret123 security security1 september sergei123 sergey12
sergey123 shadow12 shadow123 slipknot snoopy12 snowball softball solnce123 solnishko solnyshko somebody
something sosna123 spartak1 spartak123 spartak1922 spiderman spitfire spring12 stalker1 stalker123 stargate
starlight startrek starwars steelers stephanie stephen1 strawberry summer12 summer123 summer2020 summer2021
summer2022 summer2023 summer2024 summer2025 sunday12 sunshine sunshine1 superman superman1 superstar superuser
svetlana svetlana1 sweetheart swordfish tatyana1 temp1234 temporary test1234 test12345 test123456 testing1
testing123 testtest thailand thepassword thomas12 thunder1 thursday tinkerbell tktyf123 toortoor tottenham
treasure triangle trinity1 trustno1 tuesday1 tulpan123 tuyatuya undertaker universal universe user1234 user12345
valentina valentine vampire1 vaz2107a vbkfirf1 veronica vfhbyf123 vfrcbv123 victoria viktoria viktoriya virginia
vjcrdf123 vkontakte vkontakte1 vladimir vladimir1 vladislav volkswagen warcraft warhammer waterfall watermelon
wednesday welcome! welcome1 welcome12 welcome123 welcome2 whatever whatever1 wildcats william1 windows1
windows10 winter12 winter123 winter2020 winter2021 winter2022 winter2023 winter2024 winter2025 wolverine
wwwwwwww xbox3600 xxxxxxxx yamaha12 yandex123 yankees1 yfnfif123 yourpassword yulia123 zaichik1 zaika123
zaq12wsx zaq1xsw2 zaq1zaq1 zayka123 zdravstvuy zenit123 zenit1925 zeppelin zxcvbn12 zxcvbnm1 zxcvbnm123 zxcvbnmm
zzzzzzzz админ123 админадмин администратор александр александра анастасия виктория вконтакте владимир дендро12
дендро123 дерево123 екатерина зайчик12 зенитчемпион интернет йфячыцус йцукен12 йцукен123 йцукен1234 йцукенгш
йцукенгшщз йцукенйцукен йцуфывячс клавиатура компьютер котенок1 котёнок1 красавица красотка кристина любимая1
любимый1 любовь12 любовь123 максимка малышка1 мама1234 мамапапа марина12 марина123 маша1234 мойпароль москва12
москва123 настя123 наташа12 наташа123 одноклассники папа1234 пароль12 пароль123 пароль1234 пароль12345
парольпароль питомник привет12 привет123 приветпривет растение растения россия12 россия123 сад12345 садовник
самсунг1 сашасаша светлана семья123 сергей12 сергей123 солнце123 солнышко солнышко1 спартак1 спартак123 фывапрол
фывапролд фывапролдж цветок12 цветок123 ячсмитьб
`.match(/\S+/g),
)
