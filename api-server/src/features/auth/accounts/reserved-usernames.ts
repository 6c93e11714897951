import { CANARY_USERNAME } from '@flagyard/api-types/canaries/account'
import { reserved } from '@flagyard/api-types/contract/fields'

/** Username prefix of an account that stays without its person because an order refers to it. */
export const ERASED_PREFIX = 'erased-'

/** Words that programs take for something else than a name. */
const programWords = ['null', 'undefined', 'true', 'false', 'nan', 'constructor', 'prototype']

const unusableNames = new Set<string>([...reserved, ...programWords])

const staffNames = new Set<string>([
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
  CANARY_USERNAME,
])

/** Usernames that would shadow a call's path or mean something to a program, for any account. */
export const isUnusableName = (name: string) => unusableNames.has(name)

/** Usernames that nobody may choose: besides those, what would pass for staff. The first administrator is created on the command line. */
export const isReservedName = (name: string) =>
  isUnusableName(name) || staffNames.has(name) || name.startsWith(ERASED_PREFIX)
