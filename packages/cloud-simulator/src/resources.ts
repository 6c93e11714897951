import type { Resource, World } from './world.ts'

type Standing = Pick<World, 'resources'>

export const all = ({ resources }: Standing, ...types: string[]): Resource[] =>
  resources.filter(({ type }) => types.includes(type))

export const find = ({ resources }: Standing, type: string, name: string): Resource | undefined =>
  resources.find((one) => one.type === type && one.name === name)

/** Globally unique name, such as a bucket's `payroll-archive-db27e8`. */
export const fullName = ({ name, attributes }: Resource): string => attributes.full_name ?? name

/** Finds a resource by either name. */
export const findNamed = (world: Standing, type: string, name: string): Resource | undefined =>
  all(world, type).find((one) => one.name === name || fullName(one) === name)

/** Values of a list attribute, separated by spaces or commas. */
export const wordsOf = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean)

/** Parsed JSON attribute; undefined if it is empty or invalid. */
export function jsonOf(text: string | undefined): unknown {
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `tags`: a JSON object, or a text that becomes the value of a single tag. */
export function tagsOf({ attributes }: Resource, key = 'note'): Record<string, string> {
  const parsed = jsonOf(attributes.tags)
  if (parsed && typeof parsed === 'object')
    return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
  return attributes.tags ? { [attributes.tag ?? key]: attributes.tags } : {}
}

/** Environment variables of a function or service: a JSON object, or the text in `environment_variable`. */
export function environmentOf({ attributes }: Pick<Resource, 'attributes'>): Record<string, string> {
  const parsed = jsonOf(attributes.environment)
  if (parsed && typeof parsed === 'object')
    return Object.fromEntries(Object.entries(parsed).map(([key, value]) => [key, String(value)]))
  return attributes.environment ? { [attributes.environment_variable ?? 'SECRET']: attributes.environment } : {}
}
