import ipaddr from 'ipaddr.js'

/** What one client counts as: an IPv4 address, or the /64 of an IPv6 one, since a single customer holds a whole /64. */
export function clientNetwork(address: string): string {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const [network] = ipaddr.parseCIDR(`${parsed.toString()}/64`)
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${network.toString()}/64`).toString()}/64`
}
