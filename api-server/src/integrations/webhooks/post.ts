import { request as http, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as https } from 'node:https'
import { PrivateAddress } from './public-address.ts'

export interface Answer {
  status: number
  /** Start of the response, as text on one line. */
  excerpt: string
}

/** No response was received. The message contains neither the address nor the original error. */
export class NoAnswer extends Error {}

const TIMEOUT_MS = 10_000
/** Maximum number of bytes read from a webhook response. */
const EXCERPT_BYTES = 2_000
const EXCERPT_CHARACTERS = 500

/** Posts JSON once, to this address only. Redirects are returned like any other response and not followed. */
export async function post(
  url: URL,
  body: string,
  headers: Record<string, string>,
  { lookup, send = url.protocol === 'https:' ? https : http }: Pick<RequestOptions, 'lookup'> & { send?: typeof http },
): Promise<Answer> {
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const options: RequestOptions = {
        method: 'POST',
        // A new connection each time, so that every connection is made to a checked address.
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'Flagyard',
          ...headers,
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(lookup && { lookup }),
      }
      const request = send(url, options, (response) => readAnswer(response).then(resolve, reject))
      request.on('error', reject)
      request.end(body)
    })
  } catch (error) {
    if (error instanceof PrivateAddress)
      throw new NoAnswer('The address is not on the public internet, so nothing was sent')
    const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
    throw new NoAnswer(isLate ? 'The receiver did not answer in time' : 'The receiver could not be reached')
  }
}

/** Resolves with the status and only the start of the body. */
async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length >= EXCERPT_BYTES) break
    }
  } catch {
    // The connection was closed early; the part read so far is enough.
  }
  response.destroy()
  const text = new TextDecoder().decode(Buffer.concat(parts).subarray(0, EXCERPT_BYTES))
  const excerpt = text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]+/gu, ' ').trim()
  return { status: response.statusCode ?? 0, excerpt: [...excerpt].slice(0, EXCERPT_CHARACTERS).join('') }
}
