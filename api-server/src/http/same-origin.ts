import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

/**
 * Calls that act by cookie take requests from our own pages only: Fetch Metadata where the browser sends it, else the
 * Origin, and a request with neither is refused. A sister subdomain counts as hostile.
 */
export function assertSameOrigin(request: FastifyRequest, publicUrl: string) {
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  const fromUs = site !== undefined ? site === 'same-origin' : origin === publicUrl
  if (!fromUs || (origin !== undefined && origin !== 'null' && origin !== publicUrl))
    throw new ApiError('cross_site', 'This call is only open to our own pages.')
}
