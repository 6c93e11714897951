import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError } from '../errors.ts'
import { assertSameOrigin } from '../http/cookies.ts'
import { consolePath } from '../integrations/clouds/simulated-build.ts'
import { consumeAttempt } from '../limits/consume-attempt.ts'
import { clientNetwork } from '../limits/rate-classes.ts'
import { listOpened, openWith } from './account.ts'
import { type Account, accountPage, missingPage, overPage, resourcePage, signInPage } from './pages.ts'
import { endSession, readSession, startSession } from './session.ts'

type NeededDeps = Pick<Deps, 'db' | 'config' | 'secrets' | 'clock'>

const ROOT = '/simulated-cloud/:cloud(^(?:aws|azure|gcp)$)/:account_id'

/**
 * Console of the simulated clouds, made of pages and not API calls. It represents the provider's own console, so it does not use Flagyard sessions:
 * access requires the lab's credentials and nothing else.
 */
export function simulatedConsole(app: FastifyInstance, deps: NeededDeps) {
  app.get(`${ROOT}/signin`, async (request, reply) => send(reply, 200, signInPage(accountOf(request))))

  app.post(`${ROOT}/signin`, async (request, reply) => {
    assertSameOrigin(request, deps.config.publicUrl)
    const account = accountOf(request)
    const { user, password } = readForm(request.body)
    try {
      await limitTries(deps, request, account)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'rate_limited') throw error
      reply.header('retry-after', String(error.retryAfter ?? 60))
      return send(reply, 429, signInPage(account, { user, problem: error.message }))
    }
    const deployment = await openWith(deps, account, user, password)
    if (!deployment) return send(reply, 403, signInPage(account, { user, problem: REFUSED }))
    startSession(deps, reply, account, deployment)
    return reply.header('cache-control', 'no-store').redirect(consolePath(account), 303)
  })

  app.post(`${ROOT}/signout`, async (request, reply) => {
    assertSameOrigin(request, deps.config.publicUrl)
    const account = accountOf(request)
    endSession(deps, reply, account)
    return reply.header('cache-control', 'no-store').redirect(`${consolePath(account)}/signin`, 303)
  })

  app.get(ROOT, async (request, reply) => {
    const account = accountOf(request)
    const resources = await enter(deps, request, reply, account)
    return resources ? send(reply, 200, accountPage(account, resources)) : reply
  })

  app.get(`${ROOT}/resources/:type/:name`, async (request, reply) => {
    const account = accountOf(request)
    const resources = await enter(deps, request, reply, account)
    if (!resources) return reply
    const { type, name } = request.params as { type: string; name: string }
    const found = resources.find((one) => one.type === type && one.name === name)
    return found ? send(reply, 200, resourcePage(account, found)) : send(reply, 404, missingPage(account))
  })
}

/** The same message for every reason, so that it does not reveal which accounts exist or are in use. */
const REFUSED = 'This user name and password do not work. Once a lab ends, its credentials no longer work.'

const accountOf = (request: FastifyRequest) => request.params as Account

function readForm(body: unknown): { user: string; password: string } {
  const fields = (body ?? {}) as Record<string, unknown>
  const text = (name: string) =>
    typeof fields[name] === 'string' ? fields[name].replaceAll('\0', '').toWellFormed().slice(0, 200) : ''
  return { user: text('user').trim(), password: text('password').trim() }
}

/**
 * Maximum sign-in attempts within five minutes, from one network to one account and from one network in total. Attempts from other networks never
 * lock out a learner.
 */
const TRIES = { account: 20, network: 60, seconds: 300 }

async function limitTries(deps: NeededDeps, request: FastifyRequest, { cloud, account_id }: Account) {
  const network = clientNetwork(request.address)
  await consumeAttempt(deps, `simulated-cloud:address:${network}`, TRIES.network, TRIES.seconds)
  await consumeAttempt(deps, `simulated-cloud:account:${cloud}:${account_id}:${network}`, TRIES.account, TRIES.seconds)
}

/** Contents of the account, if signed in. Otherwise sends the response and returns undefined. */
async function enter(deps: NeededDeps, request: FastifyRequest, reply: FastifyReply, account: Account) {
  const deployment = readSession(deps, request, account)
  if (!deployment) {
    reply.header('cache-control', 'no-store').redirect(`${consolePath(account)}/signin`, 303)
    return undefined
  }
  const resources = await listOpened(deps, account, deployment)
  if (resources) return resources
  endSession(deps, reply, account)
  send(reply, 403, overPage(account))
  return undefined
}

const send = (reply: FastifyReply, status: number, page: string) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .send(page)
