import { CloudError } from '../engine/caller.ts'
import { readIni, writeIni } from '../engine/ini.ts'
import { absolute } from '../files.ts'
import { jsonOf } from '../resources.ts'
import type { Session } from '../session.ts'
import { readClaims, signClaims } from '../signed-claims.ts'
import type { World } from '../world.ts'
import { emailIn, GcpCaller } from './caller.ts'
import { accountName, emailOf, findServiceAccount } from './ids.ts'

const KIND = 'gcp-credentials'
const TOKEN = 'gcp-token'
export const AGENT = 'google-cloud-sdk gcloud/545.0.0 command/gcloud (simulated)'

const folder = ({ state }: Pick<Session, 'state'>) => state.env.CLOUDSDK_CONFIG ?? '~/.config/gcloud'
export const credentialsPath = (session: Pick<Session, 'state'>) =>
  absolute(session.state, `${folder(session)}/credentials.json`)
const configPath = (session: Pick<Session, 'state'>) =>
  absolute(session.state, `${folder(session)}/configurations/config_default`)

/** Stored sign-in. It is signed, so a name changed by hand is not accepted. */
export const credentialsText = (world: World, member: string): string =>
  JSON.stringify({ account: emailIn(member), session: signClaims(world, KIND, { member }) }, null, 2)

export type Properties = Map<string, Record<string, string>>

export const properties = (session: Session): Properties => {
  const path = configPath(session)
  return readIni((Object.hasOwn(session.state.files, path) && session.state.files[path]) || '')
}
export const writeProperties = (session: Session, values: Properties) =>
  session.writeFile(configPath(session), writeIni(values, false))

/** The member signed in at the shell; inside a build or machine, its service account. */
export function memberSignedIn(session: Session): string | undefined {
  const { host, world } = session
  if (host.kind === 'inside')
    return host.resource.attributes.service_account
      ? `serviceAccount:${emailOf(world, host.resource.attributes.service_account)}`
      : undefined
  return signedIn(session)[0]
}

/** All members signed in at this shell, active one first. */
export const membersSignedIn = (session: Session): string[] => {
  const active = memberSignedIn(session)
  return session.host.kind === 'inside' ? (active ? [active] : []) : signedIn(session)
}

/** Makes a member the active one. Earlier sign-ins remain available to `gcloud config set account`. */
export function signIn(session: Session, member: string) {
  const others = signedIn(session).filter((one) => one !== member)
  const [first, ...rest] = [member, ...others].map((one) => JSON.parse(credentialsText(session.world, one)))
  session.writeFile(credentialsPath(session), JSON.stringify({ ...first, others: rest }, null, 2))
}

function signedIn({ world, state }: Session): string[] {
  const path = credentialsPath({ state })
  const file = jsonOf(Object.hasOwn(state.files, path) ? state.files[path] : undefined) as Partial<Kept> | undefined
  const others = Array.isArray(file?.others) ? file.others : []
  return [file, ...others].flatMap((kept) => {
    const member = typeof kept?.session === 'string' ? readClaims(world, KIND, kept.session)?.member : undefined
    return typeof member === 'string' ? [member] : []
  })
}

interface Kept {
  session: unknown
  others: (Partial<Kept> | null)[]
}

/** Caller of a command. With impersonation, follows the chain of service accounts in order; the last one is the caller. */
export function callerOf(session: Session, impersonated: string | undefined): GcpCaller {
  const member = memberSignedIn(session)
  if (!member)
    throw new CloudError(
      '',
      'You do not currently have an active account selected.\nPlease run:\n\n  $ gcloud auth login\n\nto obtain new credentials.',
      401,
    )
  const caller = new GcpCaller(session, member, [], AGENT)
  const wanted =
    impersonated ??
    session.state.env.CLOUDSDK_AUTH_IMPERSONATE_SERVICE_ACCOUNT ??
    properties(session).get('auth')?.impersonate_service_account
  return wanted ? wanted.split(',').reduce((one, name) => borrow(one, name.trim()), caller) : caller
}

/** Impersonates a service account, if the caller may create tokens for it. */
export function borrow(caller: GcpCaller, name: string): GcpCaller {
  const { world, session } = caller
  const account = findServiceAccount(world, name)
  const email = account ? emailOf(world, account.name) : name
  const refused = (reason: string) =>
    new CloudError(
      'PERMISSION_DENIED',
      `Failed to impersonate [${email}]. Make sure the account that's trying to impersonate it has access to the service account itself and the "roles/iam.serviceAccountTokenCreator" role.\n${reason}`,
    )
  try {
    const target = {
      id: account ? accountName(world, account.name) : `projects/-/serviceAccounts/${email}`,
      resource: account,
      method: 'GenerateAccessToken',
    }
    return caller.act('iam.serviceAccounts.getAccessToken', target, () => {
      if (!account || account.attributes.disabled === 'yes')
        throw new CloudError('NOT_FOUND', `Service account ${email} does not exist.`)
      return new GcpCaller(session, `serviceAccount:${email}`, [caller.member, ...caller.behind], caller.agent)
    })
  } catch (error) {
    throw error instanceof CloudError ? refused(error.message) : error
  }
}

/** An access token for a caller, valid for one hour and only verifiable by this world. */
export const tokenFor = (world: World, now: Date, { member, behind }: { member: string; behind: string[] }) =>
  `ya29.${signClaims(world, TOKEN, { member, behind, until: Math.floor(now.getTime() / 1000) + 3599 })}`

export function readToken(session: Session, token: string): { caller: GcpCaller; seconds: number } | undefined {
  const claims = token.startsWith('ya29.') ? readClaims(session.world, TOKEN, token.slice(5)) : undefined
  const seconds = Number(claims?.until) - Math.floor(session.now.getTime() / 1000)
  if (!claims || !(seconds > 0)) return undefined
  return { caller: new GcpCaller(session, String(claims.member), claims.behind as string[], 'curl'), seconds }
}
