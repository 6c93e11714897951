import type { RateClass } from '@flagyard/api-types/contract/operation'
import ipaddr from 'ipaddr.js'

interface Limit {
  /** Maximum attempts per account and call within the window. */
  byAccount: number
  /** Maximum attempts per address by all accounts. Higher, because a classroom shares one address. */
  byAddress: number
  seconds: number
}

/**
 * Rate limits by class. Calls without a class have their own rules. `unsolicited_mail` is for mail to any typed address, known or
 * not: low enough to prevent anyone from trying a list of addresses.
 */
export const rateClasses: Record<RateClass, Limit> = {
  // Sign-ins have their own limits (areas/platform/auth/sign-in/sign-in.ts). This one prevents a single network from using all hashing capacity.
  signin: { byAccount: 60, byAddress: 600, seconds: 300 },
  mail: { byAccount: 8, byAddress: 200, seconds: 600 },
  unsolicited_mail: { byAccount: 8, byAddress: 8, seconds: 600 },
  secret: { byAccount: 30, byAddress: 300, seconds: 60 },
  money: { byAccount: 30, byAddress: 300, seconds: 60 },
  lab: { byAccount: 20, byAddress: 200, seconds: 60 },
  // Notes are saved at each typing pause.
  note: { byAccount: 120, byAddress: 2_400, seconds: 60 },
  // A visitor's player calls every 15 minutes. This allows for a classroom that clicks through all lessons at the same time.
  free_lesson: { byAccount: 60, byAddress: 600, seconds: 60 },
  // Buyers assign a few dozen seats manually, one after the other. Each seat is paid for.
  seat: { byAccount: 60, byAddress: 600, seconds: 600 },
  // Fast typing, pasted scripts and completion stay far below it; a loop of lines does not.
  shell: { byAccount: 300, byAddress: 6_000, seconds: 60 },
  // Each rehearsal has its own limit too (areas/training/shell/rehearsals.ts). Visitors need no account, so an address gets far less than a class of
  // learners.
  rehearsal: { byAccount: 60, byAddress: 600, seconds: 60 },
  rehearsal_start: { byAccount: 10, byAddress: 60, seconds: 60 },
  // Each report is read by a person.
  report: { byAccount: 10, byAddress: 100, seconds: 3600 },
}

/** The network that rate limits count as one client: an IPv4 address, or the /64 of an IPv6 address, because one customer usually has a whole /64. */
export const clientNetwork = (address: string): string => networkOf(address, 32, 64)

/** Network of a provider's customer or a company, whose addresses are easy to get: a /24 of IPv4, a /48 of IPv6. */
export const wideNetwork = (address: string): string => networkOf(address, 24, 48)

function networkOf(address: string, bitsOfIpv4: number, bitsOfIpv6: number): string {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') {
    if (bitsOfIpv4 === 32) return parsed.toString()
    const network = `${parsed.toString()}/${bitsOfIpv4}`
    return `${ipaddr.IPv4.networkAddressFromCIDR(network).toString()}/${bitsOfIpv4}`
  }
  const network = `${parsed.toNormalizedString()}/${bitsOfIpv6}`
  return `${ipaddr.IPv6.networkAddressFromCIDR(network).toString()}/${bitsOfIpv6}`
}
