import { CloudError } from '../engine/caller.ts'
import { secretOf, uuidOf } from '../generated-ids.ts'
import { all, find, jsonOf, wordsOf } from '../resources.ts'
import type { Resource, World } from '../world.ts'
import type { AzureCaller } from './caller.ts'
import { appIdOf, objectIdOf, tenantOf } from './ids.ts'
import { addressOf, appPrincipal } from './principals.ts'
export interface Password {
  keyId: string
  displayName: string
  hint: string
  /** The secret itself, only if a learner added it. */
  secret?: string
}

/** Secrets of an application: those defined by the lab, and those added since. */
export function passwordsOf(world: World, { name, attributes }: Resource): Password[] {
  const standing = wordsOf(attributes.passwords ?? 'deployment').map((displayName) => {
    const secret = secretOf(world, `password ${name} ${displayName}`, 40)
    return { keyId: uuidOf(world, `password ${name} ${displayName}`), displayName, hint: secret.slice(0, 3), secret }
  })
  return [
    ...(attributes.passwords_replaced ? [] : standing),
    ...((jsonOf(attributes.added_passwords) as Password[] | undefined) ?? []),
  ]
}

export const shownUser = (world: World, user: Resource) => ({
  '@odata.type': '#microsoft.graph.user',
  displayName: user.attributes.display_name ?? user.name,
  id: objectIdOf(world, 'user', user.name),
  userPrincipalName: addressOf(world, user),
  mail: null,
  jobTitle: user.attributes.job_title ?? null,
})
export const shownApp = (world: World, app: Resource) => ({
  '@odata.type': '#microsoft.graph.application',
  id: objectIdOf(world, 'application', app.name),
  appId: appIdOf(world, app.name),
  displayName: app.name,
  signInAudience: 'AzureADMyOrg',
  passwordCredentials: passwordsOf(world, app).map(({ keyId, displayName, hint }) => ({ keyId, displayName, hint })),
})
export function shownServicePrincipal(world: World, one: Resource) {
  const application = one.attributes.application ?? one.name
  return {
    '@odata.type': '#microsoft.graph.servicePrincipal',
    id: objectIdOf(world, 'service principal', one.name),
    appId: appIdOf(world, application),
    displayName: application,
    servicePrincipalType: 'Application',
    appOwnerOrganizationId: tenantOf(world),
  }
}

/** Owners of an application or its service principal, as user names. */
const owners = (world: World, { attributes }: Resource) =>
  wordsOf(attributes.owner).flatMap((name) => find(world, 'azuread_user', name) ?? [])

const isOwner = ({ principal }: AzureCaller, app: Resource) =>
  principal.kind === 'user' && wordsOf(app.attributes.owner).includes(principal.name)

const forbidden = () =>
  new CloudError('Authorization_RequestDenied', 'Insufficient privileges to complete the operation.')

/** Permissions of the application that makes the call. */
const permissionsOf = ({ principal, world }: AzureCaller): string[] =>
  principal.kind === 'app'
    ? wordsOf(
        find(world, 'azuread_application', principal.resource.attributes.application ?? principal.name)?.attributes
          .permissions,
      )
    : []

/** Members of a tenant may read its directory, and so may applications with the permission. */
export function assertReads(caller: AzureCaller) {
  const { principal } = caller
  if (principal.kind === 'user' && principal.resource.attributes.guest !== 'yes') return
  if (!permissionsOf(caller).some((one) => /^(Directory|Application|User)\.Read/.test(one))) throw forbidden()
}

export const notInDirectory = (id: string) =>
  new CloudError(
    'Request_ResourceNotFound',
    `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`,
  )

export function findApp(world: World, id: string): Resource {
  const found = all(world, 'azuread_application').find((one) =>
    [
      appIdOf(world, one.name),
      objectIdOf(world, 'application', one.name),
      `api://${appIdOf(world, one.name)}`,
    ].includes(id),
  )
  if (!found) throw notInDirectory(id)
  return found
}

/** Adds a secret to an application, or replaces all others with it. Allowed for owners and for applications with the permission. */
export function addPassword(
  caller: AzureCaller,
  app: Resource,
  displayName: string,
  appends: boolean,
): { password: string; keyId: string } {
  if (!isOwner(caller, app) && !permissionsOf(caller).includes('Application.ReadWrite.All')) {
    caller.directory(CREDENTIALS, app.name, 'Authorization_RequestDenied')
    throw forbidden()
  }
  const { session } = caller
  const secret = `${session.madeUp(3)}8Q~${session.madeUp(34)}`
  const keyId = uuidOf(caller.world, session.madeUp(32))
  const kept = appends ? ((jsonOf(app.attributes.added_passwords) as Password[] | undefined) ?? []) : []
  session.put(app.type, app.name, {
    ...app.attributes,
    ...(appends ? {} : { passwords_replaced: 'yes' }),
    added_passwords: JSON.stringify([...kept.slice(-20), { keyId, displayName, hint: secret.slice(0, 3), secret }]),
  })
  caller.directory(CREDENTIALS, app.name)
  return { password: secret, keyId }
}

const CREDENTIALS = 'Update application – Certificates and secrets management'

/** Microsoft Graph responses to GET and POST; paths exclude the version. */
export function graph(
  caller: AzureCaller,
  method: string,
  path: string,
  search: URLSearchParams,
  body: unknown,
): unknown {
  const { world, principal } = caller
  const [collection = '', id = '', part = ''] = path
    .replace(/^(\/?\w+)\(appId='([^']*)'\)/, '$1/$2')
    .split('/')
    .filter(Boolean)
  const listed = (value: unknown[]) => ({
    '@odata.context': `https://graph.microsoft.com/v1.0/$metadata#${collection}`,
    value: filtered(value, search),
  })
  if (collection === 'me') {
    if (principal.kind !== 'user')
      throw new CloudError('BadRequest', '/me request is only valid with delegated authentication flow.')
    if (id === '') return shownUser(world, principal.resource)
    const apps = all(world, 'azuread_application')
      .filter((app) => isOwner(caller, app))
      .map((app) => shownApp(world, app))
    const services = all(world, 'azuread_service_principal')
      .filter((one) => wordsOf(one.attributes.owner).includes(principal.name))
      .map((one) => shownServicePrincipal(world, one))
    if (id === 'ownedObjects') return listed([...apps, ...services])
    if (id === 'memberOf' || id === 'transitiveMemberOf')
      return listed(
        all(world, 'azuread_group')
          .filter(({ attributes }) => wordsOf(attributes.members).includes(principal.name))
          .map((group) => ({
            '@odata.type': '#microsoft.graph.group',
            id: objectIdOf(world, 'group', group.name),
            displayName: group.name,
          })),
      )
    throw unknown(path)
  }
  const app = collection === 'applications' && id !== '' ? findApp(world, id) : undefined
  if (app && method === 'POST' && part === 'addPassword') {
    const name = String(
      (body as { passwordCredential?: { displayName?: string } } | undefined)?.passwordCredential?.displayName ??
        'password',
    )
    const made = addPassword(caller, app, name, true)
    return { displayName: name, keyId: made.keyId, secretText: made.password }
  }
  if (method !== 'GET') throw forbidden()
  assertReads(caller)
  if (app)
    return part === 'owners'
      ? listed(owners(world, app).map((user) => shownUser(world, user)))
      : part === ''
        ? shownApp(world, app)
        : unreachable(path)
  if (collection === 'applications') return listed(all(world, 'azuread_application').map((one) => shownApp(world, one)))
  if (collection === 'servicePrincipals') return servicePrincipals(world, id, part, listed)
  if (collection === 'users') {
    const users = all(world, 'azuread_user')
    if (id === '') return listed(users.map((user) => shownUser(world, user)))
    const user = users.find((one) => [addressOf(world, one), objectIdOf(world, 'user', one.name)].includes(id))
    return user ? shownUser(world, user) : unreachable(path)
  }
  if (collection === 'groups')
    return listed(
      all(world, 'azuread_group').map((group) => ({
        id: objectIdOf(world, 'group', group.name),
        displayName: group.name,
      })),
    )
  if (collection === 'oauth2PermissionGrants')
    return listed(
      all(world, 'azuread_oauth2_permission_grant').map(({ attributes }) => ({
        clientId: attributes.client ?? '',
        scope: attributes.scope ?? '',
        consentType: attributes.consent_type ?? 'Principal',
      })),
    )
  if (collection === 'auditLogs') {
    const isSignIn = id === 'signIns'
    return listed(
      world.log
        .filter((line) => line.kept && (isSignIn ? line.record === 'sign-in' : 'activityDisplayName' in line.event))
        .map(({ event }) => event)
        .reverse(),
    )
  }
  throw unknown(path)
}

function servicePrincipals(world: World, id: string, part: string, listed: (value: unknown[]) => unknown) {
  const services = all(world, 'azuread_service_principal')
  if (id === '') return listed(services.map((one) => shownServicePrincipal(world, one)))
  const found = services.find(
    (one) =>
      id === objectIdOf(world, 'service principal', one.name) ||
      id === appPrincipal(world, one.attributes.application ?? one.name)?.client,
  )
  if (!found) return unreachable(`servicePrincipals/${id}`)
  return part === 'owners'
    ? listed(owners(world, found).map((user) => shownUser(world, user)))
    : shownServicePrincipal(world, found)
}

const unknown = (path: string) =>
  new CloudError('Request_BadRequest', `Resource not found for the segment '${path.slice(0, 100)}' in this simulation.`)
const unreachable = (path: string): never => {
  throw unknown(path)
}

/** `$filter=displayName eq 'x'` and `appId eq 'x'`. */
function filtered(value: unknown[], search: URLSearchParams): unknown[] {
  const [, field, wanted] = /^(\w+) eq '([^']*)'$/.exec(search.get('$filter') ?? '') ?? []
  return field ? value.filter((one) => (one as Record<string, unknown>)[field] === wanted) : value
}
