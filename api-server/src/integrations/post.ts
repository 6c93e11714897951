import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as http } from 'node:http'
import { request as https } from 'node:https'
import { PrivateAddress } from './public-address.ts'

export interface Answer {
  status: number
  /** The beginning of what was answered, as text on one line. */
  excerpt: string
}

/** Nobody was heard. Its message is a sentence that holds neither the address nor an error's own words. */
export class NoAnswer extends Error {}

const TIMEOUT_MS = 10_000
/** No more is read of an answer, however much is sent. */
const EXCERPT_BYTES = 2_000
const EXCERPT_CHARACTERS = 500

/** Posts JSON once, to this address alone: a redirect is an answer like any other, and is not followed. */
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
        // A connection of its own each time, so that each is made to an address that was looked at.
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

/** Its status counts as soon as it is there; of its body only the beginning is waited for. */
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
    // Broken off: what was read so far says enough.
  }
  response.destroy()
  const text = new TextDecoder().decode(Buffer.concat(parts).subarray(0, EXCERPT_BYTES))
  const excerpt = text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]+/gu, ' ').trim()
  return { status: response.statusCode ?? 0, excerpt: [...excerpt].slice(0, EXCERPT_CHARACTERS).join('') }
}
