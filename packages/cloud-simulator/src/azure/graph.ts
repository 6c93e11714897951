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

/** Owners of an application or its service principal. */
const owners = (world: World, { attributes }: Resource) =>
  wordsOf(attributes.owner)
    .flatMap((name) => find(world, 'azuread_user', name) ?? [])
    .map((user) => shownUser(world, user))

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
  const { world } = caller
  const [collection = '', id = '', part = ''] = path
    .replace(/^(\/?\w+)\(appId='([^']*)'\)/, '$1/$2')
    .split('/')
    .filter(Boolean)
  const app = collection === 'applications' && id !== '' ? findApp(world, id) : undefined
  if (app && method === 'POST' && part === 'addPassword') {
    const asked = body as { passwordCredential?: { displayName?: string } } | undefined
    const name = String(asked?.passwordCredential?.displayName ?? 'password')
    const made = addPassword(caller, app, name, true)
    return { displayName: name, keyId: made.keyId, secretText: made.password }
  }
  if (collection !== 'me') {
    if (method !== 'GET') throw forbidden()
    assertReads(caller)
  }
  const found = Object.hasOwn(collections, collection) ? collections[collection]?.(caller, id, part) : undefined
  if (!found) throw unknown(path)
  if (!Array.isArray(found)) return found
  const context = `https://graph.microsoft.com/v1.0/$metadata#${collection}`
  return { '@odata.context': context, value: filtered(found, search) }
}

/** One entry of a collection, or all of them; undefined if there is no such entry. */
const collections: Record<string, (caller: AzureCaller, id: string, part: string) => object | undefined> = {
  me: (caller, id) => {
    const { world, principal } = caller
    if (principal.kind !== 'user')
      throw new CloudError('BadRequest', '/me request is only valid with delegated authentication flow.')
    if (id === '') return shownUser(world, principal.resource)
    if (id === 'ownedObjects') {
      const apps = all(world, 'azuread_application').filter((app) => isOwner(caller, app))
      const services = all(world, 'azuread_service_principal').filter((one) => isOwner(caller, one))
      return [...apps.map((app) => shownApp(world, app)), ...services.map((one) => shownServicePrincipal(world, one))]
    }
    if (id !== 'memberOf' && id !== 'transitiveMemberOf') return undefined
    return all(world, 'azuread_group')
      .filter(({ attributes }) => wordsOf(attributes.members).includes(principal.name))
      .map((group) => ({ '@odata.type': '#microsoft.graph.group', ...shownGroup(world, group) }))
  },
  applications: ({ world }, id, part) => {
    if (id === '') return all(world, 'azuread_application').map((one) => shownApp(world, one))
    const app = findApp(world, id)
    if (part === 'owners') return owners(world, app)
    return part === '' ? shownApp(world, app) : undefined
  },
  servicePrincipals: ({ world }, id, part) => {
    const services = all(world, 'azuread_service_principal')
    if (id === '') return services.map((one) => shownServicePrincipal(world, one))
    const found = services.find((one) =>
      [
        objectIdOf(world, 'service principal', one.name),
        appPrincipal(world, one.attributes.application ?? one.name)?.client,
      ].includes(id),
    )
    if (!found) throw unknown(`servicePrincipals/${id}`)
    return part === 'owners' ? owners(world, found) : shownServicePrincipal(world, found)
  },
  users: ({ world }, id) => {
    const users = all(world, 'azuread_user')
    if (id === '') return users.map((user) => shownUser(world, user))
    const user = users.find((one) => [addressOf(world, one), objectIdOf(world, 'user', one.name)].includes(id))
    return user && shownUser(world, user)
  },
  groups: ({ world }) => all(world, 'azuread_group').map((group) => shownGroup(world, group)),
  oauth2PermissionGrants: ({ world }) =>
    all(world, 'azuread_oauth2_permission_grant').map(({ attributes }) => ({
      clientId: attributes.client ?? '',
      scope: attributes.scope ?? '',
      consentType: attributes.consent_type ?? 'Principal',
    })),
  auditLogs: ({ world }, id) =>
    world.log
      .filter(
        (line) => line.kept && (id === 'signIns' ? line.record === 'sign-in' : 'activityDisplayName' in line.event),
      )
      .map(({ event }) => event)
      .reverse(),
}

const shownGroup = (world: World, { name }: Resource) => ({ id: objectIdOf(world, 'group', name), displayName: name })

const unknown = (path: string) =>
  new CloudError('Request_BadRequest', `Resource not found for the segment '${path.slice(0, 100)}' in this simulation.`)

/** `$filter=displayName eq 'x'` and `appId eq 'x'`. */
function filtered(value: unknown[], search: URLSearchParams): unknown[] {
  const [, field, wanted] = /^(\w+) eq '([^']*)'$/.exec(search.get('$filter') ?? '') ?? []
  return field ? value.filter((one) => (one as Record<string, unknown>)[field] === wanted) : value
}
