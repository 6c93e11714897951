import { AzureError } from './call.ts'
import { tenantOf } from './ids.ts'
import { type AzCall, type AzOperation, op } from './operation.ts'
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

function login(call: AzCall) {
  const { session, options } = call
  if (options.has('identity'))
    return [
      shown(
        call,
        signInAsIdentity(session, call.option('client-id') ?? call.option('username') ?? call.option('object-id')),
      ),
    ]
  const user = call.option('username')
  const password = call.option('password')
  if (user === undefined || password === undefined)
    throw new AzureError(
      '',
      'There is no browser in this shell. Use az login -u <user> -p <password>, or az login --service-principal -u <appId> -p <secret> --tenant <tenant>.',
    )
  return [
    shown(
      call,
      options.has('service-principal')
        ? signInAsApp(session, user, call.option('tenant') ?? tenantOf(call.world), password)
        : signInAsUser(session, user, password),
    ),
  ]
}

const AUDIENCES: Record<string, string> = {
  arm: 'https://management.core.windows.net/',
  'ms-graph': 'https://graph.microsoft.com/',
  'aad-graph': 'https://graph.windows.net/',
  'oss-rdbms': 'https://ossrdbms-aad.database.windows.net',
}

/** `az login` and `az account …`. */
export const account: Record<string, AzOperation> = {
  login: op(
    'username/u password/p service-principal? tenant/t identity/i? client-id object-id allow-no-subscriptions? use-device-code? scope',
    login,
  ),
  logout: op('username', ({ session }) => {
    delete session.state.files[profilePath(session)]
    return undefined
  }),
  'account show': op('subscription/n', (call) => shown(call, call.caller.principal)),
  'account list': op('all? refresh?', (call) => [shown(call, call.caller.principal)]),
  'account set': op('subscription/s!', (call) => {
    if (![call.world.account_id, 'Lab'].includes(call.need('subscription')))
      throw new AzureError(
        '',
        `The subscription of '${call.need('subscription').slice(0, 80)}' doesn't exist in cloud 'AzureCloud'.`,
      )
    return undefined
  }),
  'account get-access-token': op('resource resource-type scope subscription/s tenant/t', (call) => {
    const audience =
      call.option('resource') ??
      AUDIENCES[call.option('resource-type') ?? 'arm'] ??
      call.option('scope')?.replace(/\/\.default$/, '') ??
      ''
    const { token, expires } = tokenFor(
      call.world,
      call.session.now,
      call.caller.principal,
      call.option('scope')?.replace(/\/\.default$/, '') ?? audience,
    )
    return {
      accessToken: token,
      expiresOn: expires.toISOString().replace('T', ' ').slice(0, 19),
      expires_on: Math.floor(expires.getTime() / 1000),
      subscription: call.world.account_id,
      tenant: tenantOf(call.world),
      tokenType: 'Bearer',
    }
  }),
  'account management-group list': op('', (call) =>
    call.caller.act('Microsoft.Management/managementGroups/read', '/providers/Microsoft.Management', () => [], {
      refusal: () =>
        new AzureError(
          'AuthorizationFailed',
          `The client '${call.caller.principal.client}' with object id '${call.caller.principal.objectId}' does not have authorization to perform action 'Microsoft.Management/managementGroups/read' over scope '/providers/Microsoft.Management' or the scope is invalid.`,
        ),
    }),
  ),
  'account tenant list': op('', (call) => [
    { id: `/tenants/${tenantOf(call.world)}`, tenantId: tenantOf(call.world), caller: call.caller.principal.client },
  ]),
}
