import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

/**
 * Calls authenticated by cookie accept requests from our own pages only: by Fetch Metadata where the browser sends it,
 * otherwise by Origin. A request with neither is refused, and another subdomain counts as hostile.
 */
export function assertSameOrigin(request: FastifyRequest, publicUrl: string) {
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  const isSameOrigin = site !== undefined ? site === 'same-origin' : origin === publicUrl
  if (!isSameOrigin || (origin !== undefined && origin !== 'null' && origin !== publicUrl))
    throw new ApiError('cross_site', 'This request is only accepted from our own pages.')
}
