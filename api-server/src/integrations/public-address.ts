import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The name leads to an address that is not of the public internet: ours, the machine's, or a cloud's own. */
export class PrivateAddress extends Error {}

/**
 * Addresses of the public internet alone, not private, local or reserved ones. Of IPv6 only 2000::/3 is assigned to it: elsewhere lie
 * other forms of IPv4 addresses, such as ::7f00:1 and 64:ff9b::a00:1.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3')))
}

/** The address that a URL names by itself, without any name; undefined where it has a name. */
export function literalAddressOf(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : undefined
}

/** All addresses of a name, as the system's resolver gives them. */
export type Resolve = (hostname: string, answer: (error: Error | null, addresses: LookupAddress[]) => void) => void
export const systemResolve: Resolve = (hostname, answer) => lookup(hostname, { all: true }, answer)

/**
 * Gives a connection only addresses that are allowed, at the moment when it is made: what a name led to when somebody looked before counts for
 * nothing. One address that is not allowed refuses all of them.
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
