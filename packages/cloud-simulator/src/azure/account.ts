import { CloudError } from '../engine/caller.ts'
import { command, operation } from '../engine/operation.ts'
import type { AzCall, AzOperations, AzureCaller, AzureTarget } from './caller.ts'
import { tenantOf } from './ids.ts'
import { type Principal, tokenFor } from './principals.ts'
import { profilePath, signInAsApp, signInAsIdentity, signInAsUser } from './sign-in.ts'

const shown = ({ world }: AzCall, principal: Principal) => ({
  environmentName: 'AzureCloud',
  homeTenantId: tenantOf(world),
  id: world.account_id,
  isDefault: true,
  managedByTenants: [],
  name: 'Lab',
  state: 'Enabled',
  tenantId: tenantOf(world),
  user: { name: principal.client, type: principal.kind === 'user' ? 'user' : 'servicePrincipal' },
})

function signedIn(call: AzCall): Principal {
  const { session } = call
  if (call.has('identity'))
    return signInAsIdentity(session, call.option('client-id') ?? call.option('username') ?? call.option('object-id'))
  const user = call.option('username')
  const password = call.option('password')
  if (user === undefined || password === undefined)
    throw new CloudError(
      '',
      'There is no browser in this shell. Use az login -u <user> -p <password>, or az login --service-principal -u <appId> -p <secret> --tenant <tenant>.',
    )
  return call.has('service-principal')
    ? signInAsApp(session, user, call.option('tenant') ?? tenantOf(call.world), password)
    : signInAsUser(session, user, password)
}

const AUDIENCES: Record<string, string> = {
  arm: 'https://management.core.windows.net/',
  'ms-graph': 'https://graph.microsoft.com/',
  'aad-graph': 'https://graph.windows.net/',
  'oss-rdbms': 'https://ossrdbms-aad.database.windows.net',
}

function accessToken(call: AzCall) {
  const { world, session, caller } = call
  const audience =
    call.option('scope')?.replace(/\/\.default$/, '') ??
    call.option('resource') ??
    AUDIENCES[call.option('resource-type') ?? 'arm'] ??
    ''
  const { token, expires } = tokenFor(world, session.now, caller.principal, audience)
  return {
    accessToken: token,
    expiresOn: expires.toISOString().replace('T', ' ').slice(0, 19),
    expires_on: Math.floor(expires.getTime() / 1000),
    subscription: world.account_id,
    tenant: tenantOf(world),
    tokenType: 'Bearer',
  }
}

const GROUPS = '/providers/Microsoft.Management'
const READ_GROUPS = 'Microsoft.Management/managementGroups/read'

/** `az login` and `az account …`. */
export const account: AzOperations = {
  login: command(
    'username/u password/p service-principal? tenant/t identity/i? client-id object-id allow-no-subscriptions? use-device-code? scope',
    (call) => [shown(call, signedIn(call))],
  ),
  logout: command('username', ({ session }) => {
    delete session.state.files[profilePath(session)]
  }),
  'account show': command('subscription/n', (call) => shown(call, call.caller.principal)),
  'account list': command('all? refresh?', (call) => [shown(call, call.caller.principal)]),
  'account set': command('subscription/s!', (call) => {
    const name = call.need('subscription')
    if (![call.world.account_id, 'Lab'].includes(name))
      throw new CloudError('', `The subscription of '${name.slice(0, 80)}' doesn't exist in cloud 'AzureCloud'.`)
  }),
  'account get-access-token': command('resource resource-type scope subscription/s tenant/t', accessToken),
  'account management-group list': operation<AzureCaller, AzureTarget>(
    '',
    READ_GROUPS,
    ({ caller: { principal } }) => ({
      id: GROUPS,
      refusal: () =>
        new CloudError(
          'AuthorizationFailed',
          `The client '${principal.client}' with object id '${principal.objectId}' does not have authorization to perform action '${READ_GROUPS}' over scope '${GROUPS}' or the scope is invalid.`,
        ),
    }),
    () => [],
  ),
  'account tenant list': command('', ({ world, caller }) => [
    { id: `/tenants/${tenantOf(world)}`, tenantId: tenantOf(world), caller: caller.principal.client },
  ]),
}
