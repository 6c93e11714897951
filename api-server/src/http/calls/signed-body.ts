import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Original bytes of a signed body. Serialising the parsed body again would result in other bytes. */
    bodyBytes: Buffer | null
  }
}

/** Saves the bytes of a body before it is parsed. */
export async function saveBodyBytes(request: FastifyRequest, _reply: unknown, payload: AsyncIterable<Buffer>) {
  const maxBytes = request.routeOptions.bodyLimit
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of payload) {
    length += chunk.length
    if (maxBytes !== undefined && length > maxBytes)
      throw new ApiError('too_large', 'This is too large for a signed event.')
    chunks.push(chunk)
  }
  request.bodyBytes = Buffer.concat(chunks)
  return Object.assign(Readable.from([request.bodyBytes]), { receivedEncodedLength: length })
}
