import { readFileSync } from 'node:fs'

/** Whether a password stands on the offline list; its source and licence are told at the head of that file. */
export const isCommonPassword = (password: string) => common.has(password.toLowerCase())

/** Whether little is left of a password once our product's words, or the names given, are taken out of it: `Flagyard2026!`. */
export function isMadeOf(password: string, names: string[]): boolean {
  const plain = bare(password)
  return [...PRODUCT_WORDS, ...names.map(bare)].some(
    (word) => word.length >= 3 && plain.includes(word) && plain.replaceAll(word, '').length < ENOUGH_BESIDES,
  )
}

const PRODUCT_WORDS = [
  'flagyard',
  'training',
  'classroom',
  'examroom',
  'certificate',
  'redteam',
  'voucher',
  'capturetheflag',
]
/** Letters and digits that must stand beside such a word: a year and a mark are the first thing anybody adds. */
const ENOUGH_BESIDES = 6

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The head, told by its hashes, ends at the first empty line; a password may begin with a hash too. */
const common = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n\n')
    .slice(1)
    .join('\n')
    .split('\n')
    .filter(Boolean),
)
