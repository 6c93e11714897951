import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The refresh cookie: `__Host-` and Secure where the origin is https, plain on loopback (requirement 16). */
export function refreshCookie(publicUrl: string): { name: string; options: CookieSerializeOptions } {
  const secure = publicUrl.startsWith('https:')
  return {
    name: secure ? '__Host-flagyard-session' : 'flagyard-session',
    options: { path: '/', httpOnly: true, sameSite: 'strict', secure },
  }
}

export const readRefreshCookie = (request: FastifyRequest, publicUrl: string): string | undefined =>
  request.cookies[refreshCookie(publicUrl).name] || undefined

export function setRefreshCookie(reply: FastifyReply, publicUrl: string, value: string, expires: Date) {
  const { name, options } = refreshCookie(publicUrl)
  reply.setCookie(name, value, { ...options, expires })
}

export function clearRefreshCookie(reply: FastifyReply, publicUrl: string) {
  const { name, options } = refreshCookie(publicUrl)
  reply.clearCookie(name, options)
}
