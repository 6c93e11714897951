import { randomInt } from 'node:crypto'

/** Letters that survive being read aloud, written down and typed into an address. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** 130 bits: whoever has not been given a certificate's id does not find it. */
export const newCertificateId = (): string =>
  Array.from({ length: 26 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
