import type { ExtraFieldType } from '@flagyard/api-types'
import { isAscii } from '@flagyard/api-types/contract/email-address'
import { email } from '@flagyard/api-types/contract/fields'
import ipaddr from 'ipaddr.js'
import type { ExtraField } from '../../../db/schema/index.ts'

/** An IPv4 address, also of one that is written as IPv6; null for any other. */
export function ipv4Of(address: string): string | null {
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : null
}

type Read = { value: string } | { problem: string }

/** Normalised value of a field, or the problem with it. An optional field may be empty. */
export function readExtraValue(field: ExtraField, given: string): Read {
  const value = given.trim()
  if (value === '') return field.required ? { problem: `Please fill in “${field.label}”` } : { value }
  if (value.length > field.max_length) return { problem: `Use at most ${field.max_length} characters` }
  if (/\p{Cc}/u.test(value)) return { problem: 'Leave out line breaks and control characters' }
  return readers[field.type ?? 'text'](value, field)
}

/** Minimum prefix length of an address range. A larger range would open the lab to strangers. */
const SHORTEST_PREFIX = 16

const readers: Record<ExtraFieldType, (value: string, field: ExtraField) => Read> = {
  text: (value) => ({ value }),
  ipv4: (value) =>
    ipaddr.IPv4.isValidFourPartDecimal(value)
      ? { value }
      : { problem: 'This is not an IPv4 address, such as 203.0.113.24' },
  cidr: readRange,
  email: (value) => {
    const { data } = email.safeParse(value)
    if (!data) return { problem: 'This is not an e-mail address' }
    // The address goes to a cloud provider, and no provider is known to deliver to non-ASCII addresses.
    return isAscii(data) ? { value: data } : { problem: 'Use an address with only ASCII letters before the @' }
  },
  choice: (value, { choices = [] }) => (choices.includes(value) ? { value } : { problem: 'Choose one of the list' }),
}

/** A single address becomes a /32 range. A range is normalised to its first address. */
function readRange(value: string): Read {
  if (ipaddr.IPv4.isValidFourPartDecimal(value)) return { value: `${value}/32` }
  const [address = '', prefix = ''] = value.split('/')
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) || !ipaddr.IPv4.isValidCIDR(value))
    return { problem: 'This is not a range of IPv4 addresses, such as 203.0.113.0/24' }
  if (Number(prefix) < SHORTEST_PREFIX) return { problem: `Choose a smaller range, /${SHORTEST_PREFIX} at most` }
  return { value: `${ipaddr.IPv4.networkAddressFromCIDR(value)}/${Number(prefix)}` }
}
