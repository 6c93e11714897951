/** The passwords that every attacker tries first, of eight characters and more; lower case. Shorter ones are refused by length. */
const common = new Set(
  `12345678 123456789 1234567890 password password1 password12 password123 passw0rd p@ssw0rd p@ssword qwertyuiop qwerty123
  qwerty12 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc zaq12wsx q1w2e3r4 asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 iloveyou
  iloveyou1 sunshine princess football baseball superman batman123 starwars trustno1 whatever welcome1 welcome123 letmein1
  letmein123 monkey123 dragon123 master123 shadow123 michael1 jennifer jordan23 computer internet samsung1 google123
  facebook linkedin dropbox1 changeme changeme1 changeme123 default1 administrator admin123 admin1234 administrator1
  rootroot toortoor testtest test1234 guest123 guestguest secret123 secretsecret security security1 flagyard flagyard1
  flagyard123 training training1 00000000 11111111 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999
  12341234 12121212 11223344 112233445566 123123123 123321123 123456123456 1234qwer 123qweasd 123qwe123 987654321
  9876543210 87654321 7777777777 147258369 159357456 abcd1234 abc12345 abc123456 abcdefgh abcdefg1 aaaaaaaa qwertyui
  qweasdzxc qazwsxedc football1 baseball1 hello123 hellohello freedom1 corvette mercedes ferrari1 porsche1 chelsea1
  liverpool liverpool1 arsenal1 manchester barcelona realmadrid juventus spiderman pokemon1 naruto123 minecraft fortnite
  playstation nintendo blink182 metallica nirvana1 greenday eminem123 beautiful babygirl butterfly chocolate cookie123
  sweetheart lovelove loveyou1 iloveu123 forever1 christmas november december january1 february september october1
  summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026
  correcthorsebatterystaple unknown1 access14 mustang1 hunter12 hunter123 killer123 soccer123 hockey123 golfgolf
  cheese123 banana123 orange12 pepper12 ginger12 tigger12 maggie12 buster12 charlie1 thomas123 andrew123 daniel123
  matthew1 robert123 william1 jessica1 ashley123 amanda123 nicole123 michelle alexander benjamin elizabeth victoria
  patricia samantha stephanie christopher jonathan nicholas`.split(/\s+/),
)

export const isCommonPassword = (lowerCased: string) => common.has(lowerCased)
