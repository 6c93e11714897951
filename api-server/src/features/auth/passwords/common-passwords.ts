import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverFolder } from '../../../server-folder.ts'

/** Whether a password is on the offline list. The head of that file names its source and licence. */
export function isCommonPassword(password: string): boolean {
  common ??= readCommon()
  return common.has(password.toLowerCase())
}

/**
 * Whether little is left of a password without our product's words and the given names, for example `Flagyard2026!`.
 */
export function isMostlyMadeOf(password: string, names: string[]): boolean {
  const normalized = alphanumeric(password)
  return [...PRODUCT_WORDS, ...names.map(alphanumeric)].some(
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
/** Letters and digits needed besides such a word: a year and a punctuation mark are what people add first. */
const MIN_OTHER_CHARACTERS = 6

const alphanumeric = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

let common: Set<string> | undefined

/** The head of the file ends at the first empty line. Its lines start with a hash, but so may a password. */
const readCommon = () =>
  new Set(
    readFileSync(join(serverFolder, 'src/features/auth/passwords/common-passwords.txt'), 'utf8')
      .split('\n\n')
      .slice(1)
      .join('\n')
      .split('\n')
      .filter(Boolean),
  )
