import { randomInt } from 'node:crypto'

/** Crockford's base 32 in lower case: no letters that are easily confused when read aloud or written down. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** 130 random bits, so that certificate ids cannot be guessed. */
export const newCertificateId = (): string =>
  Array.from({ length: 26 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
