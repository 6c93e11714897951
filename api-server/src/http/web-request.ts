import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The request as a web `Request`, for libraries that expect one. An interrupted body ends early without an error, so that the received bytes are saved. */
export function toWebRequest({ raw, headers, url }: FastifyRequest, origin: string): Request {
  const body = raw.method === 'PATCH' || raw.method === 'POST' ? Readable.toWeb(Readable.from(whatArrives(raw))) : null
  return new Request(new URL(url, origin), {
    method: raw.method ?? 'GET',
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
    ...(body && { body: body as ReadableStream<Uint8Array> & BodyInit, duplex: 'half' }),
  })
}

async function* whatArrives(raw: FastifyRequest['raw']) {
  try {
    yield* raw
  } catch {
    // The client is gone and gets no response.
  }
}

/** Sends the status and these headers of a response without a body. */
export function sendWebResponse(reply: FastifyReply, response: Response, headers: readonly string[]) {
  for (const name of headers) {
    const value = response.headers.get(name)
    if (value !== null) reply.header(name, value)
  }
  return reply.code(response.status).send()
}
