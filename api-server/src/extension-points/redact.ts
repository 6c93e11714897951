import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Erasure, Person } from './personal-data.ts'

const ERASED_WORD = '(erased)'

/** Keys with our own values, which may coincide with a username. */
const OURS = new Set(['status', 'state', 'kind', 'type', 'role', 'roles', 'capabilities', 'level', 'slug', 'source'])

/** Keys of the audit log that contain data of the account itself. */
const OF_THE_ACCOUNT = new Set(['email', 'full_name', 'country', 'company', 'links', 'mailed_to', 'disabled_reason'])

/** Removes the address, and the name unless it is so short that it could be any word. */
export function redactPerson(sentence: string, { email, full_name }: Pick<Person, 'email' | 'full_name'>): string {
  const nameless = full_name.length < 3 ? sentence : sentence.replaceAll(full_name, ERASED_WORD)
  return redactAddress(nameless, email)
}

/** Removes the address, but not from longer addresses that contain it. */
export const redactAddress = (sentence: string, email: string) =>
  sentence.replace(new RegExp(addressPattern(email), 'gi'), ERASED_WORD)

/**
 * Pattern for JavaScript and SQL: an address that is not part of a longer one. A punctuation mark before it is part of an address
 * only after a letter or digit: 'ann@example.org' in quotes is Ann's address, o'ann@example.org is not. In JSON text, a line begins
 * after the letter n.
 */
const addressPattern = (email: string) =>
  `((?<![A-Za-z0-9_]['.%+-]{0,64})|(?<=\\\\[nrt]))${email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!-*[A-Za-z0-9]|\\.[A-Za-z0-9])`

/** Same for all texts in a value of the audit log. */
export function redactAddressIn(value: unknown, email: string): unknown {
  if (typeof value === 'string') return redactAddress(value, email)
  if (Array.isArray(value)) return value.map((one) => redactAddressIn(one, email))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redactAddressIn(one, email)]))
}

/** Removes the person from a value of the audit log. `whole`: the record is about the account itself, so its fields are erased. */
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

/** Escapes a text as in the HTML of a mail. */
export const inHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }

/** Whether a text contains this lower-case address. The first condition is a quick filter; the second excludes longer addresses that contain it. */
export const namesAddress = (text: SQLWrapper, email: string): SQL<boolean> =>
  sql`(position(${email} in lower(${text})) > 0 and ${text} ~* ${addressPattern(email)})`

/** Whether a lower-case JSON text contains the address, the name, or the username as a whole value. */
export const namesPerson = (text: SQL, { email, full_name, username }: Erasure) =>
  or(
    sql`position(${email.toLowerCase()} in ${text}) > 0`,
    full_name.length < 3 ? undefined : sql`position(lower(${full_name}) in ${text}) > 0`,
    sql`position(to_jsonb(${username}::text)::text in ${text}) > 0`,
  )
