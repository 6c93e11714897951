import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Deps } from '../deps.ts'
import { type AccessClaims, readAccessToken } from '../identity/access-token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address, with IPv4 addresses in dotted form. Fastify's own `ip` accepts entries that are not addresses. */
    address: string
  }
}

/** Adds `request.address`, which trusts `X-Forwarded-For` only from these proxies. */
export function readClientAddress(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const isTrusted = trustedBy(trustedProxies)
  app.decorateRequest('address', {
    getter(this: FastifyRequest) {
      return clientAddress(this.raw.socket.remoteAddress, this.headers['x-forwarded-for'], isTrusted)
    },
  })
}

/** A closed connection has no address. */
const NO_ADDRESS = '0.0.0.0'

/**
 * The first address, counted from our side, that is not one of our proxies. Proxies may add a port, and a client may have sent
 * anything before them: an entry that is not an address ends the chain, and the proxy that passed it on counts as the client.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let address = readAddress(socketAddress ?? '') ?? NO_ADDRESS
  for (const entry of String(forwardedFor ?? '')
    .split(',')
    .reverse()) {
    if (!isTrusted(address)) break
    if (entry.trim() === '') continue
    const previous = readAddress(entry)
    if (previous === undefined) break
    address = previous
  }
  return address
}

/** Parses `192.0.2.1`, `192.0.2.1:1234`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:443`, also in quotes. */
function readAddress(entry: string): string | undefined {
  const bare = entry.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed, withPort] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(bare) ?? []
  const address = (bracketed ?? withPort ?? bare).replace(/%.*$/, '')
  return isIP(address) ? ipaddr.process(address).toString() : undefined
}

function trustedBy(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [network = '', prefix] = proxy.split('/')
    const address = readAddress(network) ?? network
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(network, Number(prefix), familyOf(network))
  }
  return (address) => list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Whether a proxy, a tunnel or a CDN passed the request on, so that its sender may be anywhere. Their headers have few words in
 * common, and browsers send none of them.
 */
export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  Object.keys(headers).some((name) => FORWARDING.test(name))

const FORWARDING =
  /(^|-)(forwarded|via|ip|ipv4|ipv6|addr|address|clientip|socketip)(-|$)|^(cdn-loop|x-original-host|cf-.*)$/

/** Claims of the request's bearer token. Null without a token, or with an invalid or expired one. The session may have ended since. */
export function readClaims(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  { headers }: FastifyRequest,
): AccessClaims | null {
  const [scheme, token] = (headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) return null
  return readAccessToken(secrets, token, clock.now())
}
