import ipaddr from 'ipaddr.js'

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
