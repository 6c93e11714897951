import { reserved } from '@flagyard/api-types/contract/fields'

/** Username prefix of an account that stays without its person because an order refers to it. */
export const ERASED_PREFIX = 'erased-'

const reservedNames = new Set<string>([
  ...reserved,
  'admin',
  'administrator',
  'root',
  'support',
  'flagyard',
  'system',
  'owner',
  'staff',
  'help',
  'security',
])

/**
 * Usernames that would shadow a call's path or pass for staff. The first administrator is created on the command line.
 */
export const isReservedName = (name: string) => reservedNames.has(name) || name.startsWith(ERASED_PREFIX)

const pathSegments = new Set<string>(reserved)

/** Usernames that would shadow a call's path, for any account. */
export const isReservedPathSegment = (name: string) => pathSegments.has(name)
