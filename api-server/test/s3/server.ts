import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { TestBucket } from './bucket.ts'
import { type Answer, answerCall, xml } from './calls.ts'
import { assertSigned, type Credentials, S3Error } from './signature.ts'

export interface S3Server {
  url: string
  bucket: TestBucket
  bucketName: string
  credentials: Credentials
  /** Method and address of each request, in order. */
  requests: string[]
  /** Number of responses that are being sent. */
  sending: number
  /** Simulated fault: every request fails with an error, or a download is cut after a number of bytes. */
  fault: { answer?: S3Error; cutAfter?: number }
  close(): Promise<void>
}

/** S3-compatible store in memory with one bucket, in path and virtual-host style. All requests must be signed. */
export async function startS3Server({ now = () => new Date() } = {}): Promise<S3Server> {
  const bucketName = 'flagyard-tests'
  const credentials = { keyId: 'tests', secret: 'of the tests alone', region: 'eu-central-1' }
  const made = { bucket: new TestBucket(), bucketName, credentials, requests: [] as string[], sending: 0, fault: {} }
  const store: Omit<S3Server, 'url' | 'close'> = made

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { method = '', url = '', headers } = request
    const body = await buffer(request)
    if (store.fault.answer) throw store.fault.answer
    assertSigned({ method, url, headers, body }, credentials, now())
    const { pathname, searchParams: query } = new URL(url, 'http://store')
    const isVirtual = headers.host?.startsWith(`${bucketName}.`)
    const [name, ...key] = [...(isVirtual ? [bucketName] : []), ...pathname.slice(1).split('/')].map(decodeURIComponent)
    if (name !== bucketName) throw new S3Error(404, 'NoSuchBucket')
    return answerCall(store.bucket, { method, key: key.join('/'), query, headers, body })
  }

  const server = createServer((request, response) => {
    store.requests.push(`${request.method} ${request.url}`)
    store.sending += 1
    response.once('close', () => {
      store.sending -= 1
    })
    answer(request)
      .catch((error: unknown) => {
        if (!(error instanceof S3Error)) throw error
        return xml(`<Error><Code>${error.code}</Code><Message>${error.code}</Message></Error>`, error.status)
      })
      .then((sent) => send(request, response, sent, store.fault.cutAfter))
      .catch((error: unknown) => response.destroy(error as Error))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  return Object.assign(store, {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body = '' }: Answer,
  cutAfter: number | undefined,
) {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  if (method === 'HEAD') return response.end()
  if (cutAfter === undefined || !Buffer.isBuffer(body) || body.length <= cutAfter) return response.end(body)
  return response.write(body.subarray(0, cutAfter), () => response.destroy())
}
