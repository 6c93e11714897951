import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brand } from '../../../../brand.ts'
import { serverFolder } from '../../../../server-folder.ts'

/** Whether a password is on the offline list. The header of that file states its source and licence. */
export function isCommonPassword(password: string): boolean {
  common ??= readCommon()
  return common.has(password.toLowerCase())
}

/** Whether a password consists mostly of our product's words or the given names, for example `Flagyard2026!`. */
export function isMostlyMadeOf(password: string, names: string[]): boolean {
  const normalized = alphanumeric(password)
  return [...PRODUCT_WORDS, ...[brand().name, ...names].map(alphanumeric)].some(
    (word) =>
      word.length >= 3 && normalized.includes(word) && normalized.replaceAll(word, '').length < MIN_OTHER_CHARACTERS,
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
/** Minimum number of letters and digits besides our product's words and the user's names. Most people just add a year. */
const MIN_OTHER_CHARACTERS = 6

const alphanumeric = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

let common: Set<string> | undefined

/** The header of the file ends at the first empty line. Its lines start with a hash, but so may a password. */
const readCommon = () =>
  new Set(
    readFileSync(join(serverFolder, 'src/areas/platform/auth/passwords/common-passwords.txt'), 'utf8')
      .split('\n\n')
      .slice(1)
      .join('\n')
      .split('\n')
      .filter(Boolean),
  )
