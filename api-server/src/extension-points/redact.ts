import type { Person } from './personal-data.ts'

export const ERASED_WORD = '(erased)'

/** Keys whose words are ours, and may look like somebody's username. */
const OURS = new Set(['status', 'state', 'kind', 'type', 'role', 'roles', 'capabilities', 'level', 'slug', 'source'])

/** Keys of the audit log that speak of the account itself. */
const OF_THE_ACCOUNT = new Set(['email', 'full_name', 'country', 'company', 'links', 'mailed_to', 'disabled_reason'])

/** A sentence without the address, and without the name unless that is so short that it could be any word. */
export function redactPerson(sentence: string, { email, full_name }: Pick<Person, 'email' | 'full_name'>): string {
  const nameless = full_name.length < 3 ? sentence : sentence.replaceAll(full_name, ERASED_WORD)
  return redactAddress(nameless, email)
}

/** A sentence without the address. A longer one that ends or begins like it stays. */
export const redactAddress = (sentence: string, email: string) =>
  sentence.replace(new RegExp(addressPattern(email), 'gi'), ERASED_WORD)

/**
 * For the program and for SQL alike: an address, and not a part of a longer one. A mark before it makes a longer one only after a
 * letter or a digit: 'ann@example.org' in quotes is Ann's, o'ann@example.org is not. In JSON text a line begins after the letter n.
 */
export const addressPattern = (email: string) =>
  `((?<![A-Za-z0-9_]['.%+-]{0,64})|(?<=\\\\[nrt]))${email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!-*[A-Za-z0-9]|\\.[A-Za-z0-9])`

/** The same for all words in a value of the audit log. */
export function redactAddressIn(value: unknown, email: string): unknown {
  if (typeof value === 'string') return redactAddress(value, email)
  if (Array.isArray(value)) return value.map((one) => redactAddressIn(one, email))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redactAddressIn(one, email)]))
}

/** A value of the audit log without the person: `whole` where it speaks of the account itself, whose fields then go. */
export function redactValue(value: unknown, person: Person & { alias: string }, whole = false, key = ''): unknown {
  if (typeof value === 'string') {
    if (value === person.username && !OURS.has(key)) return person.alias
    return redactPerson(value, person)
  }
  if (Array.isArray(value)) return value.map((one) => redactValue(one, person, whole, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      whole && OF_THE_ACCOUNT.has(name) && one !== null ? ERASED_WORD : redactValue(one, person, whole, name),
    ]),
  )
}

/** As a mail's HTML writes it. */
export const inHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
