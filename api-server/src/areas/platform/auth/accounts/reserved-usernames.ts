import { CANARY_USERNAME } from '@flagyard/api-types/canaries/admin-operations'
import { reserved } from '@flagyard/api-types/contract/fields'

/** Username prefix of an erased account whose row remains because an order references it. */
export const ERASED_PREFIX = 'erased-'

/** Words that programs could interpret as something other than a name. */
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

/** Usernames that are invalid for any account, because they would shadow an API path or have a meaning in programs. */
export const isUnusableName = (name: string) => unusableNames.has(name)

/** Usernames that nobody can sign up with: unusable ones, and those that suggest a staff account. The first administrator is created on the command line. */
export const isReservedName = (name: string) =>
  isUnusableName(name) || staffNames.has(name) || name.startsWith(ERASED_PREFIX)
