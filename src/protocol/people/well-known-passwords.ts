/** Words and phrases that attackers try first. Lower case, without spaces; digits and spellings are the rule's work. */
import { lazy } from '../lazy.ts';

/** What people write when asked for a password, in several languages. */
const ABOUT_PASSWORDS = `
  password passwords passwort passord wachtwoord contrasena contraseña senha motdepasse parola haslo hasło heslo losenord
  lösenord parool salasana jelszo jelszó sifre şifre пароль parol passwd passw pass pword pwd passphrase passcode mypassword
  mypass yourpassword thepassword newpassword oldpassword nopassword changeme changeit change changeplease changethis
  temp temporary default secret secreto geheim topsecret secure security private access login logon signin signup welcome
  welkom willkommen bienvenue bienvenido letmein letmeinplease openup opensesame sesame abracadabra enter please
  trustme trustno iamthe admin administrator administrateur root toor superuser user username guest test tester testing
  testtest demo example sample master server system manager office computer laptop internet windows microsoft apple
  google facebook instagram twitter youtube amazon netflix spotify samsung android iphone linux ubuntu oracle mysql
  postgres database cisco router wireless network website webmaster hello hellothere helloworld hallo bonjour hola
  whatever nothing something anything idontknow dontforget forget forgot remember rememberme keepout lockdown`;

/** Popular words: names, animals, food, films, teams. */
const ABOUT_LIFE = `
  iloveyou ilove loveyou loveme lovely lover love amor teamo tequiero jetaime jetadore ichliebedich tiamo tkachame любовь
  sunshine sunflower sunset sunny summer winter spring autumn season january february march april june july august
  september october november december monday tuesday wednesday thursday friday saturday sunday morning midnight
  princess prince queen king angel angels heaven jesus jesuschrist christ church bible blessed faith grace hope god
  devil satan demon dragon dragons phoenix unicorn monkey monkeys donkey tiger tigers lion lions panther jaguar eagle
  eagles falcon hawk wolf wolves bear bears bulldog puppy kitten kitty cats dogs horse horses ponies dolphin dolphins
  turtle rabbit bunny butterfly spider snake chicken turkey fishing hunter hunting shadow ghost ninja samurai pirate
  knight wizard magic mystery superman batman spiderman ironman wolverine hulk avengers marvel pokemon pikachu naruto
  goku mario zelda sonic minecraft fortnite roblox warcraft starcraft starwars startrek skywalker vader yoda
  hobbit gandalf frodo harrypotter potter hogwarts matrix neo terminator rambo rocky godfather gladiator
  football soccer baseball basketball hockey tennis golf golfer cricket rugby volleyball swimming running surfing
  skater yankees cowboys lakers steelers packers redsox dodgers giants raiders chelsea arsenal liverpool
  manchester united barcelona realmadrid juventus bayern dortmund benfica galatasaray fenerbahce champion champions
  winner money dollar dollars million rich lucky success business freedom liberty america american canada mexico brazil
  england london france paris germany berlin italy roma russia moscow москва india china japan tokyo australia sydney
  texas dallas boston chicago california florida newyork losangeles lasvegas
  chocolate cookie cookies candy sugar honey cheese pizza banana apples orange strawberry cherry peach lemon coffee beer
  whiskey vodka wine pepper ginger cinnamon vanilla pumpkin potato tomato peanut butter bacon burger
  music guitar piano drums metallica nirvana slipknot beatles eminem rock rocknroll hiphop dance dancer party
  ferrari porsche mercedes mustang corvette camaro chevy toyota honda yamaha harley ducati subaru nissan bmw audi
  purple yellow green black white silver golden gold blue pink orange red rainbow diamond crystal flower flowers
  rose roses jasmine violet lily daisy ocean river mountain forest island beach thunder lightning storm fire flame ice
  snow star stars moon galaxy earth planet space cosmos soldier army marine navy police doctor nurse teacher
  student school college university family mother father mommy daddy mama papa sister brother baby babygirl babyboy
  sweetheart sweety honeybunny darling beautiful pretty handsome sexy hottie cutie friend friends friendship forever
  together happy happiness smile smiley laughter crazy stupid loser killer hacker badboy badgirl gangster player
  fuck fuckyou fuckoff fucker shit bullshit asshole bitch dick pussy sex sexsex porn naked
  bonbon chouchou doudou soleil chocolat schatz schatzi sonne sommer hallohallo fussball amore ciao bella futbol
  corazon estrella mariposa princesa angelito солнышко солнце привет`;

const NAMES = `
  michael jennifer jessica ashley amanda daniel joshua matthew andrew anthony christopher nicholas robert william james
  john david richard joseph thomas charles george edward brian kevin jason justin brandon tyler jordan alexander alex
  maria anna sophie sophia emma olivia isabella charlotte amelia hannah sarah laura julia nicole michelle melissa
  stephanie elizabeth samantha natalie rachel rebecca victoria vanessa patricia barbara linda susan margaret karen
  carlos miguel jose juan pedro antonio francisco fernando alejandro ricardo roberto eduardo diego pablo marco mario
  paolo luca giuseppe giovanni francesca valentina camille pierre nicolas thomas martin stefan andreas sebastian
  ivan dmitri sergey vladimir natasha olga marina наташа максим андрей сергей александр ahmed mohamed muhammad ali
  fatima hassan hussein krishna ganesh priya rahul sanjay buster charlie maggie molly sammy oliver oscar tigger
  snoopy garfield mickey minnie donald scooby lucky bailey cooper rusty`;

/** Common sequences that are no words, and well-known phrases. */
const PHRASES = `
  correcthorsebatterystaple correcthorse batterystaple troubador troubadour tobeornottobe maytheforcebewithyou
  thequickbrownfox quickbrownfox lazydog jumpsoverthelazydog winteriscoming valarmorghulis youshallnotpass
  ihaveadream onceuponatime happilyeverafter loremipsum dolorsitamet ipsum lorem helloworld foobar
  foobarbaz hunter2 ncc1701 thx1138 r2d2 c3po agent007 blink182 4ever 4life 1love no1 number1 numberone iamgod iamtheone
  imthebest thebest bestever nevergiveup carpediem hakunamatata keepcalm carryon liveandletdie letitbe yellowsubmarine
  inthebeginning ourfather amazinggrace godisgood godislove jesuslovesme ilovejesus ilovegod ilovemyself
  ilovemymom ilovemydad ilovemywife ilovemyfamily ilovecats ilovedogs ilovemusic iloveme ihateyou hateyou
  thisismypassword thisisapassword thisisasecret mysecret nosecrets itsasecret passwordispassword itismypassword
  notmypassword oneringtorulethemall mynameis myname mylove mylife mybaby mydog mycat qwerty qwertz azerty qwer asdf
  asdfgh zxcv zxcvbn qazwsx qazwsxedc wsxedc qweasd qweasdzxc asdqwe zaqwsx xswzaq йцукен abc abcabc abcd aaa zzz xxx`;

const LISTS = [ABOUT_PASSWORDS, ABOUT_LIFE, NAMES, PHRASES];

/** Backwards too, which attackers try as well. */
export const wellKnown = lazy<ReadonlySet<string>>(() => {
  const words = LISTS.flatMap((list) => list.trim().split(/\s+/));
  return new Set(words.flatMap((word) => [word, [...word].reverse().join('')]));
});
