import { all, find, jsonOf, wordsOf } from '../resources.ts'
import { isSame, signatureOf } from '../signed-claims.ts'
import type { Resource, World } from '../world.ts'
import { appIdOf, objectIdOf, tenantOf } from './ids.ts'

export interface Principal {
  kind: 'user' | 'app' | 'identity'
  name: string
  objectId: string
  /** Name used in errors: a user's address, or an application's id. */
  client: string
  resource: Resource
}

/** Address of a user. For the lab's own user, it is the one shown on the lab page. */
export function addressOf(world: World, user: Resource): string {
  const { identity } = world.credentials
  if (identity.includes('@') && learnerOf(world) === user) return identity
  return user.attributes.user_principal_name ?? `${user.name}@${tenantOf(world).slice(0, 8)}.onmicrosoft.example`
}

const ID_KINDS = { user: 'user', app: 'service principal', identity: 'identity' }

const principalOf = (world: World, kind: Principal['kind'], resource: Resource, client: string): Principal => ({
  kind,
  name: resource.name,
  objectId: objectIdOf(world, ID_KINDS[kind], resource.name),
  client,
  resource,
})

export const userPrincipal = (world: World, user: Resource): Principal =>
  principalOf(world, 'user', user, addressOf(world, user))

/** Service principal of an application, to which roles are assigned. */
export function appPrincipal(world: World, application: string): Principal | undefined {
  const resource = all(world, 'azuread_service_principal').find(
    ({ name, attributes }) => (attributes.application ?? name) === application,
  )
  return resource && principalOf(world, 'app', resource, appIdOf(world, application))
}

/** Identities of a machine: `SystemAssigned`, or names of user-assigned ones. */
export const identitiesOf = (world: World, machine: Resource): Principal[] =>
  wordsOf(machine.attributes.identities).flatMap(
    (name) => identityNamed(world, name === 'SystemAssigned' ? machine.name : name) ?? [],
  )

function identityNamed(world: World, name: string): Principal | undefined {
  const machine = find(world, 'azurerm_linux_virtual_machine', name)
  const isSystem = wordsOf(machine?.attributes.identities).includes('SystemAssigned')
  const resource = find(world, 'azurerm_user_assigned_identity', name) ?? (isSystem ? machine : undefined)
  return resource && principalOf(world, 'identity', resource, appIdOf(world, `identity ${name}`))
}

/** Resolves the principal name of a role assignment in a lab. */
export function principalNamed(world: World, name: string): Principal | undefined {
  const user = find(world, 'azuread_user', name)
  return user ? userPrincipal(world, user) : (appPrincipal(world, name) ?? identityNamed(world, name))
}

export const everybody = (world: World): Principal[] => [
  ...all(world, 'azuread_user').map((one) => userPrincipal(world, one)),
  ...all(world, 'azuread_service_principal').flatMap(
    ({ name, attributes }) => appPrincipal(world, attributes.application ?? name) ?? [],
  ),
  ...all(world, 'azurerm_user_assigned_identity', 'azurerm_linux_virtual_machine').flatMap(
    ({ name }) => identityNamed(world, name) ?? [],
  ),
]

/** The user that the lab signs in. */
export const learnerOf = (world: World): Resource | undefined =>
  all(world, 'azuread_user').find(({ attributes }) => attributes.learner === 'yes') ??
  find(world, 'azuread_user', world.credentials.identity) ??
  all(world, 'azuread_user')[0]

export const groupIds = (world: World, { name }: Principal): string[] =>
  all(world, 'azuread_group')
    .filter(({ attributes }) => wordsOf(attributes.members).includes(name))
    .map((group) => objectIdOf(world, 'group', group.name))

const HEAD = Buffer.from('{"typ":"JWT","alg":"RS256","kid":"simulated"}').toString('base64url')

export interface AzureToken {
  principal: Principal
  audience: string
}

/** An access token for one audience. Anyone can read its claims; only this world can sign it. */
export function tokenFor(
  world: World,
  now: Date,
  principal: Principal,
  audience: string,
): { token: string; expires: Date } {
  const from = Math.floor(now.getTime() / 1000)
  const until = from + 3600
  const body = Buffer.from(
    JSON.stringify({
      aud: audience,
      iss: `https://sts.windows.net/${tenantOf(world)}/`,
      iat: from,
      exp: until,
      oid: principal.objectId,
      tid: tenantOf(world),
      ...(principal.kind === 'user'
        ? { upn: principal.client, idtyp: 'user' }
        : { appid: principal.client, idtyp: 'app' }),
    }),
  ).toString('base64url')
  return { token: `${HEAD}.${body}.${signatureOf(world, 'azure', `${HEAD}.${body}`)}`, expires: new Date(until * 1000) }
}

/** Owner and audience of a token; undefined if it is invalid or expired, or its owner no longer exists. */
export function readToken(world: World, now: Date, token: string): AzureToken | undefined {
  const [head = '', body = '', given = ''] = token.split('.')
  if (!isSame(signatureOf(world, 'azure', `${head}.${body}`), given)) return undefined
  const claims = jsonOf(Buffer.from(body, 'base64url').toString('utf8')) as
    | { oid: string; aud: string; exp: number }
    | undefined
  const principal = claims && everybody(world).find(({ objectId }) => objectId === claims.oid)
  return principal && claims.exp * 1000 > now.getTime() ? { principal, audience: claims.aud } : undefined
}
