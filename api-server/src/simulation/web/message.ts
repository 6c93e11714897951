import type { Session } from '../session.ts'
export interface HttpRequest {
  method: string
  url: URL
  /** By names in small letters. */
  headers: Record<string, string>
  body: string
}

export interface HttpResponse {
  status: number
  headers?: Record<string, string>
  body: string
}

/** Something of the world that answers at an address. */
export type HttpService = (session: Session, request: HttpRequest) => HttpResponse

/** Nobody answers, in the words and with the number of curl. */
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

/** An address as curl and browsers read it; numbers in every way in which an address can be written become the plain one. */
export function urlOf(text: string): URL | undefined {
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
    return ['http:', 'https:'].includes(url.protocol) ? url : undefined
  } catch {
    return undefined
  }
}

/** The host of an address; the IPv6 way of writing an IPv4 address is that address. */
export function hostOf({ hostname }: URL): string {
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname)
  if (!mapped) return hostname
  const [high, low] = [Number.parseInt(mapped[1] ?? '0', 16), Number.parseInt(mapped[2] ?? '0', 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The part of an address as it was meant; as it stands where it cannot be read. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
