import { argon2Sync, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '@flagyard/api-types'
import { type Client, createClient, type Send } from '@flagyard/api-types/contract/client'
import Fastify, { type InjectOptions, type LightMyRequestResponse } from 'fastify'
import { type App, buildApp } from '../src/app.ts'
import * as auth from '../src/areas/platform/auth/queries.ts'
import { startSession } from '../src/areas/platform/auth/sign-in/sign-in.ts'
import { flagyard, setBrand } from '../src/brand.ts'
import { buildDeps } from '../src/build-deps.ts'
import { type Config, parseConfig } from '../src/config.ts'
import type { OpenedDatabase } from '../src/db/open.ts'
import type { Deps } from '../src/deps.ts'
import { signAccessToken } from '../src/identity/access-token.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

export type Api = Client<typeof operations>

export interface TestApp {
  app: App
  deps: Deps
  database: OpenedDatabase
  asVisitor: Api
  /** Clients of a learner and of an administrator with every capability. Their accounts are created on first use. */
  asLearner: Api
  asAdmin: Api
  /** Client of any account, which is created on first use. */
  as(username: string, account?: Partial<NewAccount>): Api
  /** Id of an account that `as` created. */
  idOf(username: string): Promise<string>
  /** Access token, for requests that are not sent by the client. */
  tokenOf(username: string): Promise<string>
  close(): Promise<void>
}

interface NewAccount {
  roles: ('user' | 'admin')[]
  capabilities: string[]
  activated: boolean
}

/** Configuration of tests: demo mode, so that no external service is needed. */
export function testConfig(changes: Partial<Config> = {}): Config {
  const config = parseConfig({
    DEMO: '1',
    PORT: '3000',
    LOG_LEVEL: 'silent',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'flagyard-test-')),
  })
  return {
    ...config,
    maxEventLoopDelayMs: 0,
    secretKey: 'a secret key of the tests, long enough',
    demoPassword: 'demo-password-of-tests',
    ...changes,
  }
}

/** Starts the whole server on its own database without a port. Calls go through `inject` with the real client. */
export async function startTestApp({
  database,
  config = testConfig(),
  deps: replaced = {},
}: {
  database?: TestDatabase
  config?: Config
  deps?: Partial<Deps>
} = {}): Promise<TestApp> {
  const opened = database ?? (await openTestDatabase())
  const log = Fastify({ logger: { level: config.logLevel } }).log
  const deps: Deps = { ...(await buildDeps(config, opened, log)), ...replaced }
  const app = await buildApp(deps)
  await app.ready()
  if (opened.heardAll) delayReads(app, opened.heardAll)

  const accounts = new Map<string, Promise<{ id: string; token: string; signedAt: number }>>()
  const account = (
    username: string,
    { roles = ['user'], capabilities = [], activated = true }: Partial<NewAccount> = {},
  ) => {
    const known = accounts.get(username)
    if (known) return known
    const made = (async () => {
      const row = await auth.insertAccount(deps.db, {
        username,
        email: `${username}@learners.example`,
        full_name: `${username[0]?.toUpperCase()}${username.slice(1)} Test`,
        password_hash: `none ${randomUUID()}`,
        roles,
        capabilities,
        activated_at: activated ? new Date() : null,
      })
      const { session } = await startSession(deps, row, { address: '127.0.0.1', userAgent: 'vitest' })
      return { id: row.id, token: session.access_token, signedAt: Date.now() }
    })()
    accounts.set(username, made)
    return made
  }
  /** Renews the token of the session, for tests that run longer than a token is valid. */
  const tokenOf = async (username: string, options?: Partial<NewAccount>) => {
    const mine = await account(username, options)
    if (Date.now() - mine.signedAt > RENEWED_AFTER_MS) {
      const { sid: sessionId } = JSON.parse(Buffer.from(mine.token.split('.')[1] ?? '', 'base64url').toString())
      mine.token = signAccessToken(deps.secrets, { userId: mine.id, sessionId }, deps.clock.now())
      mine.signedAt = Date.now()
    }
    return mine.token
  }
  const as = (username: string, options?: Partial<NewAccount>) =>
    createClient(operations, { send: injecting(app, () => tokenOf(username, options)) })
  const all: Partial<NewAccount> = {
    roles: ['user', 'admin'],
    capabilities: ['owner', 'support', 'content', 'finance', 'cloud'],
  }

  return {
    app,
    deps,
    database: opened,
    asVisitor: createClient(operations, { send: injecting(app) }),
    asLearner: as('learner'),
    asAdmin: as('administrator-of-tests', all),
    as,
    idOf: async (username) => (await account(username)).id,
    tokenOf: (username) => tokenOf(username),
    async close() {
      await app.close()
      await opened.close()
      setBrand(flagyard)
      rmSync(config.dataDir, { recursive: true, force: true })
    },
  }
}

const RENEWED_AFTER_MS = 300_000

/** Password hash with minimal settings, for accounts that sign in often: a real hash takes 40 ms each time. */
export function quickHash(password: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message: password, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 })
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=8,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`
}

/**
 * Delays GET calls until the server has received the notifications of all earlier writes. Tests are faster than people
 * and could otherwise read a stale cache.
 */
function delayReads(app: App, heardAll: () => Promise<void>) {
  const inject = app.inject.bind(app) as (options: InjectOptions | string) => Promise<LightMyRequestResponse>
  app.inject = (async (options: InjectOptions | string) => {
    if (typeof options === 'string' || (options.method ?? 'GET') === 'GET') await heardAll()
    return inject(options)
  }) as typeof app.inject
}

/** Sends a call through `inject` like a browser on our own origin. */
export function injecting(app: App, bearer?: () => Promise<string>, headers: Record<string, string> = {}): Send {
  return async ({ method, path, json, form }, options) => {
    const response = await app.inject({
      method,
      url: `/api/v1${path}`,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(bearer ? { authorization: `Bearer ${await bearer()}` } : {}),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
        ...headers,
        ...options.headers,
      },
      ...(json !== undefined ? { payload: json as object } : form ? { payload: form.toString() } : {}),
    })
    const answered = new Headers()
    for (const [name, value] of Object.entries(response.headers))
      for (const one of Array.isArray(value) ? value : [value])
        if (one !== undefined) answered.append(name, String(one))
    const empty = response.statusCode === 204 || response.statusCode === 304
    return new Response(empty ? null : new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers: answered,
    })
  }
}
