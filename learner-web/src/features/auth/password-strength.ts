export type Strength = 'weak' | 'fair' | 'strong'

/** What a pattern saves a guesser: repeated characters, runs of the alphabet or the keyboard, and years. */
const PATTERNS = [
  /(.)\1{2,}/g,
  /(?:abc|bcd|cde|def|123|234|345|456|567|678|789|qwe|wer|ert|asd|sdf|yxc|zxc)\w*/g,
  /(?:19|20)\d\d/g,
]

/**
 * A rough guess of how long a password holds, for the person who types it: from its length and its kinds of characters, less what is
 * easy to foresee. The server alone decides which are refused.
 */
export function passwordStrength(password: string, own: readonly string[]): Strength {
  let text = password.toLowerCase()
  for (const name of own) if (name.length > 2) text = text.replaceAll(name.toLowerCase(), '#')
  for (const pattern of PATTERNS) text = text.replace(pattern, '#')
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(password)).length
  const different = new Set(text).size
  const score = Math.min(text.length, different * 2) + kinds
  return score < 11 ? 'weak' : score < 17 ? 'fair' : 'strong'
}
