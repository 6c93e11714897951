import { connect, createServer, type Socket } from 'node:net'

interface Proxy {
  /** Address of the database through the proxy. */
  url: string
  /** Stops all traffic on existing connections but leaves them open, like a peer that disappeared. */
  silence(): void
  /** Accepts new connections. Silenced connections stay silent. */
  heal(): void
  close(): Promise<void>
}

/** TCP proxy between server and database that can stop responding. */
export async function startProxy(url: string): Promise<Proxy> {
  const target = new URL(url)
  const pairs = new Set<[Socket, Socket]>()
  let silent = false
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    for (const socket of pair) socket.on('error', () => {})
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    if (silent) return
    client.pipe(upstream)
    upstream.pipe(client)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const through = new URL(url)
  through.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: through.href,
    silence() {
      silent = true
      for (const [client, upstream] of pairs) {
        client.unpipe()
        upstream.unpipe()
        client.resume()
        upstream.resume()
      }
    },
    heal() {
      silent = false
    },
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
