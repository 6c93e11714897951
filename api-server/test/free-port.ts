import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A port that was free a moment ago, for a server that has to know its own address before it listens. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
