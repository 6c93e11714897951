export type Strength = 'weak' | 'fair' | 'strong'

/** Patterns that make guessing easier: repeated characters, alphabet or keyboard sequences, and years. */
const PATTERNS = [
  /(.)\1{2,}/g,
  /(?:abc|bcd|cde|def|123|234|345|456|567|678|789|qwe|wer|ert|asd|sdf|yxc|zxc)\w*/g,
  /(?:19|20)\d\d/g,
]

/** Rough strength estimate for the user, from length and kinds of characters, minus predictable parts. Only the server decides which passwords are rejected. */
export function passwordStrength(password: string, own: readonly string[]): Strength {
  let text = password.toLowerCase()
  for (const name of own) if (name.length > 2) text = text.replaceAll(name.toLowerCase(), '#')
  for (const pattern of PATTERNS) text = text.replace(pattern, '#')
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(password)).length
  const different = new Set(text).size
  const score = Math.min(text.length, different * 2) + kinds
  return score < 11 ? 'weak' : score < 17 ? 'fair' : 'strong'
}
