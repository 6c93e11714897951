import type { Session } from './session.ts'
export interface HttpRequest {
  method: string
  url: URL
  /** By lower-case name. */
  headers: Record<string, string>
  body: string
}

export interface HttpResponse {
  status: number
  headers?: Record<string, string>
  body: string
}

/** A service of the world that responds at an address. */
export type HttpService = (session: Session, request: HttpRequest) => HttpResponse

/** Connection failure, with curl's message and exit code. */
export class Unreachable extends Error {
  readonly exit: number

  constructor(exit: number, message: string) {
    super(message)
    this.name = 'Unreachable'
    this.exit = exit
  }
}

export const json = (status: number, value: unknown): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value, null, 2),
})
export const plainText = (status: number, body: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body,
})

/** Parses an address like curl and browsers do; every notation of an IP address is normalised. */
export function urlOf(text: string): URL | undefined {
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
    return ['http:', 'https:'].includes(url.protocol) ? url : undefined
  } catch {
    return undefined
  }
}

/** Host of an address; an IPv4-mapped IPv6 address becomes the IPv4 address. */
export function hostOf({ hostname }: URL): string {
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname)
  if (!mapped) return hostname
  const [high, low] = [Number.parseInt(mapped[1] ?? '0', 16), Number.parseInt(mapped[2] ?? '0', 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Decodes a part of an address; returns it unchanged if it is invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
