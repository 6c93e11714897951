import type { CookieSerializeOptions } from '@fastify/cookie'
import { SESSION_HINT_COOKIE } from '@flagyard/api-types/auth/session-hint-cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

/** Refresh cookie: with `__Host-` and Secure on https, without both on loopback. */
function refreshCookie(publicUrl: string): { name: string; options: CookieSerializeOptions } {
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

/**
 * Calls authenticated by cookie accept requests only from our own pages: checked by Fetch Metadata if the browser sends it,
 * otherwise by Origin. Other subdomains count as hostile. Browsers send one of the two with every POST, so a request with neither,
 * and without a cookie, comes from a script, which acts only for itself.
 */
export function assertSameOrigin(request: FastifyRequest, publicUrl: string) {
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  if (site === undefined && origin === undefined && request.headers.cookie === undefined) return
  const isSameOrigin = site !== undefined ? site === 'same-origin' : origin === publicUrl
  if (!isSameOrigin || (origin !== undefined && origin !== 'null' && origin !== publicUrl))
    throw new ApiError('cross_site', 'This request is only accepted from our own pages.')
}
