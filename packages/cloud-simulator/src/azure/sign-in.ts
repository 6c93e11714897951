import { CloudError } from '../engine/caller.ts'
import { absolute } from '../files.ts'
import { all, jsonOf } from '../resources.ts'
import type { Session } from '../session.ts'
import { readClaims, signClaims } from '../signed-claims.ts'
import type { World } from '../world.ts'
import { AzureCaller } from './caller.ts'
import { passwordsOf } from './graph.ts'
import { appIdOf, tenantOf } from './ids.ts'
import { appPrincipal, everybody, identitiesOf, learnerOf, type Principal } from './principals.ts'

const KIND = 'azure-profile'
export const NOT_SIGNED_IN = "Please run 'az login' to setup account."

export const profilePath = ({ state }: Pick<Session, 'state'>) =>
  absolute(state, `${state.env.AZURE_CONFIG_DIR ?? '~/.azure'}/azureProfile.json`)

/** Stored sign-in. It is signed, so a name changed by hand is not accepted. */
export const profileText = (world: World, { objectId, client, kind }: Principal): string =>
  JSON.stringify(
    {
      user: client,
      type: kind === 'user' ? 'user' : 'servicePrincipal',
      tenantId: tenantOf(world),
      session: signClaims(world, KIND, { oid: objectId }),
    },
    null,
    2,
  )

export function principalSignedIn(session: Session): Principal | undefined {
  const text = session.state.files[profilePath(session)]
  const profile = jsonOf(text) as { session?: string } | undefined
  const claims = typeof profile?.session === 'string' ? readClaims(session.world, KIND, profile.session) : undefined
  return claims && everybody(session.world).find(({ objectId }) => objectId === claims.oid)
}

export const AGENT = 'AZURECLI/2.79.0 (linux)'

export function callerOf(session: Session): AzureCaller {
  const principal = principalSignedIn(session)
  if (!principal) throw new CloudError('', NOT_SIGNED_IN)
  return new AzureCaller(session, principal, AGENT)
}

function keep(session: Session, principal: Principal, kind: string): Principal {
  session.writeFile(profilePath(session), profileText(session.world, principal))
  new AzureCaller(session, principal, AGENT).signIn(kind)
  return principal
}

/** `az login --service-principal`: signs in an application with one of its secrets. */
export function signInAsApp(session: Session, appId: string, tenant: string, password: string): Principal {
  const { world } = session
  const wrong = (code: string, message: string) => new CloudError('', `AADSTS${code}: ${message}\nTrace ID: simulated`)
  if (![tenantOf(world), `${tenantOf(world).slice(0, 8)}.onmicrosoft.example`].includes(tenant))
    throw wrong(
      '90002',
      `Tenant '${tenant.slice(0, 80)}' not found. Check to make sure you have the correct tenant ID.`,
    )
  const app = all(world, 'azuread_application').find(({ name }) => appIdOf(world, name) === appId)
  const principal = app && appPrincipal(world, app.name)
  if (!app || !principal)
    throw wrong('700016', `Application with identifier '${appId.slice(0, 80)}' was not found in the directory.`)
  if (!passwordsOf(world, app).some(({ secret }) => secret === password)) {
    new AzureCaller(session, principal, AGENT).signIn('ServicePrincipalSignInLogs', '7000215')
    throw wrong(
      '7000215',
      `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${appId}'.`,
    )
  }
  return keep(session, principal, 'ServicePrincipalSignInLogs')
}

export function signInAsUser(session: Session, user: string, password: string): Principal {
  const { world } = session
  const found = everybody(world).find((one) => one.kind === 'user' && one.client === user)
  const { password: right } = world.credentials
  if (!found || found.resource !== learnerOf(world) || !right || password !== right)
    throw new CloudError('', 'AADSTS50126: Error validating credentials due to invalid username or password.')
  return keep(session, found, 'SignInLogs')
}

/** `az login --identity`: only works on a machine with an identity. */
export function signInAsIdentity(session: Session, clientId: string | undefined): Principal {
  return keep(session, machineIdentity(session, clientId), 'ManagedIdentitySignInLogs')
}

/** The identity to use on a machine: the requested one, else its system-assigned one, else its only one. */
export function machineIdentity({ host, world }: Session, clientId: string | undefined): Principal {
  if (host.kind !== 'inside')
    throw new CloudError(
      '',
      'Failed to connect to MSI. Please make sure MSI is configured correctly.\nGet Token request returned: connection timed out',
    )
  const identities = identitiesOf(world, host.resource)
  const system =
    identities.find(({ name }) => name === host.resource.name) ?? (identities.length === 1 ? identities[0] : undefined)
  const found =
    clientId === undefined
      ? system
      : identities.find(({ client, objectId, name }) => [client, objectId, name].includes(clientId))
  if (!found) throw new CloudError('invalid_request', 'Identity not found')
  return found
}
