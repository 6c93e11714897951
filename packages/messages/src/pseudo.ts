/** Language of the pseudo-locale: English with accents, in brackets, and a third longer. */
export const PSEUDO = 'en-XA'

const plain = 'AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz'
const accented = 'ÅåƁƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļḾḿÑñÖöÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž'

/** Accents a text. */
export const withAccents = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) => accented[plain.indexOf(letter)] ?? letter)

/** Start and end of a translated text. The end also makes it as much longer as a German text is. */
export const bracketsFor = (length: number): [start: string, end: string] => [
  '⟦',
  `${'·'.repeat(Math.ceil(length / 3))}⟧`,
]
