import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { consolePath } from '../integrations/clouds/simulated-build.ts'
import type { Account } from './pages.ts'

type NeededDeps = Pick<Deps, 'config' | 'secrets' | 'clock'>

const NAME = 'simulated-cloud'
const LASTS_MINUTES = 60

/** Signs this browser in to one account, for one deployment. Two concurrent labs stay separate: each cookie is limited to its account's pages. */
export function startSession(
  { config, secrets, clock }: NeededDeps,
  reply: FastifyReply,
  to: Account,
  deployment: string,
) {
  const expires = new Date(clock.now().getTime() + LASTS_MINUTES * 60_000)
  const said = `${deployment}.${expires.getTime()}`
  reply.setCookie(NAME, `${said}.${signature(secrets, to, said)}`, { ...scope(config.publicUrl, to), expires })
}

/** The deployment that this browser signed in to in this account; undefined if none. */
export function readSession({ secrets, clock }: NeededDeps, request: FastifyRequest, to: Account): string | undefined {
  const [deployment = '', expires = '', signed = ''] = (request.cookies[NAME] ?? '').split('.')
  const right = secrets.equal('simulated-console', signed, signature(secrets, to, `${deployment}.${expires}`))
  return right && Number(expires) > clock.now().getTime() ? deployment : undefined
}

export const endSession = ({ config }: NeededDeps, reply: FastifyReply, to: Account) =>
  reply.clearCookie(NAME, scope(config.publicUrl, to))

const signature = (secrets: NeededDeps['secrets'], { cloud, account_id }: Account, said: string) =>
  secrets.hmac('simulated-console', `${cloud} ${account_id} ${said}`).toString('base64url')

const scope = (publicUrl: string, to: Account) => ({
  path: consolePath(to),
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: publicUrl.startsWith('https:'),
})
