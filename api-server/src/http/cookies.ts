import type { CookieSerializeOptions } from '@fastify/cookie'
import { SESSION_HINT_COOKIE } from '@flagyard/api-types/auth/session-hint-cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Refresh cookie: with `__Host-` and Secure on https, without both on loopback. */
export function refreshCookie(publicUrl: string): { name: string; options: CookieSerializeOptions } {
  const secure = publicUrl.startsWith('https:')
  return {
    name: secure ? '__Host-flagyard-session' : 'flagyard-session',
    options: { path: '/', httpOnly: true, sameSite: 'strict', secure },
  }
}

export const readRefreshCookie = (request: FastifyRequest, publicUrl: string): string | undefined =>
  request.cookies[refreshCookie(publicUrl).name] || undefined

/** Sets the refresh cookie, and a readable cookie that only indicates that a session exists: scripts cannot read the refresh cookie itself. */
export function setRefreshCookie(reply: FastifyReply, publicUrl: string, value: string, expires: Date) {
  const { name, options } = refreshCookie(publicUrl)
  reply.setCookie(name, value, { ...options, expires })
  reply.setCookie(SESSION_HINT_COOKIE, '1', { ...options, httpOnly: false, expires })
}

export function clearRefreshCookie(reply: FastifyReply, publicUrl: string) {
  const { name, options } = refreshCookie(publicUrl)
  reply.clearCookie(name, options)
  reply.clearCookie(SESSION_HINT_COOKIE, { ...options, httpOnly: false })
}
