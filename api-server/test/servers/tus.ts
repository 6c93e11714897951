import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestApp } from '../app.ts'

interface TusAnswer {
  status: number
  headers: Record<string, string | undefined>
  body: string
}

/** Waits until the server has read the bytes from the connection. If the connection is cut earlier, they are lost. */
function whenTaken(incoming: IncomingMessage, bytes: number, then: () => void) {
  const hasCome = incoming.socket.bytesRead >= bytes
  if (incoming.destroyed || (hasCome && incoming.readableDidRead && incoming.readableLength === 0)) then()
  else setImmediate(whenTaken, incoming, bytes, then)
}

/** A tus client over real connections, which can be cut or delayed. */
export async function tusClient(app: TestApp, token: () => Promise<string>) {
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.address() as AddressInfo

  /** Sends the whole body, or cuts the connection after `cutAfter` bytes. */
  async function send(
    method: string,
    path: string,
    { headers = {}, body, cutAfter }: { headers?: Record<string, string>; body?: Buffer; cutAfter?: number } = {},
  ): Promise<TusAnswer> {
    const authorization = `Bearer ${await token()}`
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          port,
          host: '127.0.0.1',
          method,
          path,
          headers: {
            authorization,
            'tus-resumable': '1.0.0',
            ...headers,
            ...(body && { 'content-length': String(body.length) }),
          },
        },
        async (response) => {
          const chunks: Buffer[] = []
          for await (const chunk of response) chunks.push(chunk as Buffer)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers as TusAnswer['headers'],
            body: Buffer.concat(chunks).toString('utf8'),
          })
        },
      )
      outgoing.on('error', (error) =>
        cutAfter === undefined ? reject(error) : resolve({ status: 0, headers: {}, body: '' }),
      )
      if (body && cutAfter !== undefined) {
        app.app.server.once('request', (incoming) => whenTaken(incoming, cutAfter, () => outgoing.destroy()))
        outgoing.write(body.subarray(0, cutAfter))
      } else outgoing.end(body)
    })
  }

  const metadataOf = (kind: string, filename: string) =>
    `kind ${Buffer.from(kind).toString('base64')},filename ${Buffer.from(filename).toString('base64')}`

  return {
    port,
    send,
    create: (kind: string, filename: string, bytes: number) =>
      send('POST', '/api/v1/admin/uploads', {
        headers: { 'upload-length': String(bytes), 'upload-metadata': metadataOf(kind, filename) },
      }),
    append: (path: string, offset: number, body: Buffer, cutAfter?: number) =>
      send('PATCH', path, {
        headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body,
        ...(cutAfter !== undefined && { cutAfter }),
      }),
    async offset(path: string): Promise<number> {
      const { headers } = await send('HEAD', path)
      return Number(headers['upload-offset'])
    },
    remove: (path: string) => send('DELETE', path),
  }
}
