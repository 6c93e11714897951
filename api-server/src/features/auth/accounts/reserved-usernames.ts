import { reserved } from '@flagyard/api-types/contract/fields'

/** How the account is called that stays without its person, where an order needs it. */
export const ERASED = 'erased-'

const ours = new Set<string>([
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

/** Names that would hide a call or pass for us; the first administrator is made on the command line. */
export const isReservedName = (name: string) => ours.has(name) || name.startsWith(ERASED)

const calls = new Set<string>(reserved)

/** The names that would hide a call, whoever asks for them. */
export const isReservedForCalls = (name: string) => calls.has(name)
