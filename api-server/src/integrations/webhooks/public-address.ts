import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The name resolves to an address outside the public internet: in our network, on the machine itself, or internal to a cloud. */
export class PrivateAddress extends Error {}

/**
 * Accepts only public internet addresses, not private, local or reserved ones. For IPv6 only 2000::/3 is public; other ranges contain alternative
 * forms of IPv4 addresses, such as ::7f00:1 and 64:ff9b::a00:1.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3')))
}

/** The IP address in a URL; undefined if the URL contains a name. */
export function literalAddressOf(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : undefined
}

/** Resolves a name to all its addresses with the system's resolver. */
export type Resolve = (hostname: string, answer: (error: Error | null, addresses: LookupAddress[]) => void) => void
export const systemResolve: Resolve = (hostname, answer) => lookup(hostname, { all: true }, answer)

/**
 * Lookup for a connection that only returns allowed addresses. It checks at connection time, so an earlier check of the name does not matter. One
 * disallowed address rejects all.
 */
export const guardedLookup =
  (resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) callback(error, '')
      else if (!first || addresses.some(({ address }) => !isAllowed(address))) callback(new PrivateAddress(), '')
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
