import { operations } from '@flagyard/api-types'
import { type Client, createClient, type Send } from '@flagyard/api-types/contract/client'
import { ApiError } from '../../errors.ts'
import { askHidden, UsageError } from '../command-line.ts'

export type Api = Client<typeof operations>

/** Signed-in connection to a server. `close` signs out. */
interface RemoteSession {
  api: Api
  close(): Promise<void>
}

/**
 * Signs in with username, password and second factor, read from the environment or the keyboard. They are never command-line arguments,
 * because every user of the machine can read those.
 */
export async function signIn(server: string, env: NodeJS.ProcessEnv): Promise<RemoteSession> {
  const origin = originOf(server)
  let token: string | undefined
  const cookies = new Map<string, string>()
  const send: Send = async ({ method, path, json, form }, options) => {
    const body = json !== undefined ? JSON.stringify(json) : (form ?? options.bytes)
    let response: Response
    try {
      response = await fetch(`${origin}/api/v1${path}`, {
        method,
        redirect: 'error',
        headers: {
          origin,
          'sec-fetch-site': 'same-origin',
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
          ...options.headers,
        },
        ...(body !== undefined && { body }),
      })
    } catch (error) {
      throw new ApiError('unavailable', `${origin} does not answer.`, { cause: error })
    }
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return response
  }
  const plain = createClient(operations, { send })
  // Access tokens last minutes; an upload may take hours.
  const api = createClient(operations, {
    async send(request, options, row) {
      const response = await send(request, options, row)
      if (response.status !== 401) return response
      token = undefined
      token = (await plain.refresh())?.access_token
      return token === undefined ? response : send(request, options, row)
    },
  })
  token = await openSession(plain, env)
  return {
    api,
    async close() {
      await plain.signout().catch(() => undefined)
    },
  }
}

async function openSession(api: Api, env: NodeJS.ProcessEnv): Promise<string> {
  const username = env.FLAGYARD_USERNAME ?? (await ask('Username', 'FLAGYARD_USERNAME'))
  const password = env.FLAGYARD_PASSWORD ?? (await ask('Password (not shown)', 'FLAGYARD_PASSWORD'))
  try {
    return (await api.signin({ username, password })).access_token
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') throw error
    const { challenge } = error.extra
    const code = env.FLAGYARD_CODE ?? (await ask('Authenticator code or recovery code', 'FLAGYARD_CODE'))
    return (await api.finishSignin({ secondFactorPayload: { challenge: String(challenge), code: code.trim() } }))
      .access_token
  }
}

function ask(what: string, variable: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`There is no keyboard: set ${variable}.`)
  return askHidden(`${what}: `)
}

function originOf(server: string): string {
  if (!URL.canParse(server)) throw new UsageError(`${server} is not an address such as https://training.example.org.`)
  const { origin, protocol, hostname } = new URL(server)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    throw new UsageError(
      'The server address must begin with https://, because otherwise the password would be readable on the network.',
    )
  return origin
}
