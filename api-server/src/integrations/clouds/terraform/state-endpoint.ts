import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TerraformLock } from '../../../db/schema/index.ts'
import type { States } from './states.ts'

/** Maximum size of a Terraform state, in bytes. */
const MAX_STATE_BYTES = 16 * 1024 * 1024

export interface StateEndpoint {
  /** Address for Terraform's `http` backend. */
  url: string
  username: string
  password: string
  /** Database error, if a state could not be stored. */
  failure(): unknown
  close(): Promise<void>
}

type StateStore = Pick<States, 'read' | 'write' | 'lock' | 'unlock'>

/**
 * State endpoint of one environment for one run, with the protocol of Terraform's `http` backend. It listens only on localhost, on a port and with a
 * password that are valid for the run. It stores states in the database under the token of that run.
 */
export async function openStateEndpoint(states: StateStore, id: string, token: string): Promise<StateEndpoint> {
  const password = randomBytes(32).toString('base64url')
  const expected = Buffer.from(`Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`)
  let failure: unknown
  const server = createServer(async (request, response) => {
    try {
      if (!isAuthorized(request, expected)) return answer(response, 401)
      await handle(states, { id, token }, request, response)
    } catch (error) {
      failure = error
      if (!response.headersSent) answer(response, 500)
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/state`,
    username: id,
    password,
    failure: () => failure,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function isAuthorized(request: IncomingMessage, expected: Buffer): boolean {
  const given = Buffer.from(request.headers.authorization ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function handle(
  states: StateStore,
  { id, token }: { id: string; token: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (pathname !== '/state') return answer(response, 404)
  if (request.method === 'GET') {
    const state = await states.read(id, token)
    if (state === 'stale') return answer(response, 409)
    return state === null ? answer(response, 404) : answer(response, 200, state)
  }
  const body = await bodyOf(request)
  if (body === undefined) return answer(response, 413)
  switch (request.method) {
    case 'POST':
      return answer(response, (await states.write(id, token, body, searchParams.get('ID') ?? '')) ? 200 : 409)
    case 'LOCK': {
      const held = await states.lock(id, token, JSON.parse(body) as TerraformLock)
      if (held === null) return answer(response, 200)
      return held === 'stale' ? answer(response, 409) : answer(response, 423, JSON.stringify(held))
    }
    case 'UNLOCK':
      return answer(response, (await states.unlock(id, token, (JSON.parse(body) as TerraformLock).ID)) ? 200 : 409)
    default:
      // Includes DELETE: a state is deleted when no resources are left, which Terraform does not decide.
      return answer(response, 405)
  }
}

function answer(response: ServerResponse, status: number, body = ''): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(body)
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MAX_STATE_BYTES) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
