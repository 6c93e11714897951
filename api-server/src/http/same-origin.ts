import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

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
