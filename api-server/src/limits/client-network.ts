import ipaddr from 'ipaddr.js'

/**
 * The network that rate limits count as one client: an IPv4 address, or the /64 of an IPv6 address, since one customer
 * usually holds a whole /64.
 */
export function clientNetwork(address: string): string {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const [network] = ipaddr.parseCIDR(`${parsed.toString()}/64`)
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${network.toString()}/64`).toString()}/64`
}
