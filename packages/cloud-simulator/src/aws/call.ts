import { CloudError } from '../engine/caller.ts'
import { type Operation, operation, type ServiceCall } from '../engine/operation.ts'
import { utc } from '../generated-ids.ts'
import { jsonOf, tagsOf } from '../resources.ts'
import type { Resource } from '../world.ts'
import type { AwsCaller, AwsTarget } from './caller.ts'

export type AwsCall = ServiceCall<AwsCaller>
export type AwsOperations = Readonly<Record<string, Operation<AwsCall>>>

export const op = operation<AwsCaller, AwsTarget>

/** Target of calls on the whole account. */
export const anything: AwsTarget = { id: '*' }

/** An error of the program itself, before any call. */
export const usage = (message: string, exit = 252) => new CloudError('', message, exit)

/** Values of an option that takes several: words, or a JSON list. */
export const listOf = (call: AwsCall, name: string): string[] =>
  call.values(name).flatMap((one) => {
    if (!one.startsWith('[')) return one.split(/\s+/)
    const parsed = jsonOf(one)
    if (!Array.isArray(parsed)) throw usage(`\nError parsing parameter '--${name}': Invalid JSON received.`)
    return parsed.map(String)
  })

export function numberOf(call: AwsCall, name: string, otherwise: number): number {
  const value = Number(call.option(name) ?? otherwise)
  if (!Number.isFinite(value))
    throw usage(`\naws: error: argument --${name}: invalid int value: '${call.option(name)}'`)
  return value
}

/** Parses `Key=a,Other=b` or JSON, the two formats for structures. */
export function shorthand(text: string): Record<string, unknown> {
  if (/^\s*[[{]/.test(text)) {
    try {
      const parsed: unknown = JSON.parse(text)
      return (Array.isArray(parsed) ? parsed[0] : parsed) as Record<string, unknown>
    } catch {
      throw usage('\nError parsing parameter: Invalid JSON received.')
    }
  }
  const found: Record<string, unknown> = {}
  let last = ''
  for (const part of text.split(',')) {
    const [, key, value] = /^(\w[\w:]*)=([\s\S]*)$/.exec(part) ?? []
    if (key) {
      last = key
      found[key] = value ?? ''
    } else if (last) found[last] = [found[last], part].flat()
  }
  return found
}

/** ARN of something in the account's region, whether or not it exists. */
export const regional = ({ world }: AwsCall, service: string, name: string) =>
  `arn:aws:${service}:${world.region}:${world.account_id}:${name}`

/** `2026-11-24T10:04:12+00:00`. */
export const isoDate = (date: Date) => utc(date).replace('Z', '+00:00')

export const tagList = (one: Resource, more: Record<string, string> = {}) =>
  Object.entries({ ...more, ...tagsOf(one) }).map(([Key, Value]) => ({ Key, Value }))
