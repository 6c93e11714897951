import { hostOf, urlOf } from '../http-message.ts'
import { all, jsonOf } from '../resources.ts'
import { AzureError } from './call.ts'
import { addPassword, assertReads, findApp, graph, passwordsOf, shownApp, shownServicePrincipal } from './graph.ts'
import { appIdOf, tenantOf } from './ids.ts'
import { manage } from './manage.ts'
import { type AzCall, type AzOperation, op } from './operation.ts'

const without = (value: object) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== '@odata.type'))

/** A Graph collection, filtered by display name if requested. */
const listed = (call: AzCall, collection: string): unknown[] => {
  const found = (
    graph(call.caller, 'GET', `/${collection}`, new URLSearchParams(), undefined) as {
      value: { displayName: string }[]
    }
  ).value
  const wanted = call.option('display-name')
  const kept = found.filter(
    ({ displayName }) => wanted === undefined || displayName.toLowerCase().startsWith(wanted.toLowerCase()),
  )
  return (
    call.options.has('show-mine')
      ? kept.filter((one) => mine(call).includes((one as unknown as { id: string }).id))
      : kept
  ).map(without)
}

const mine = (call: AzCall): string[] =>
  (
    graph(call.caller, 'GET', '/me/ownedObjects', new URLSearchParams(), undefined) as { value: { id: string }[] }
  ).value.map(({ id }) => id)

function rest(call: AzCall) {
  const address = call.option('url') ?? call.option('uri') ?? ''
  const url = urlOf(address.replace('{subscriptionId}', call.world.account_id))
  if (!url) throw new AzureError('', 'the following arguments are required: --uri/-u/--url')
  const method = (call.option('method') ?? 'get').toUpperCase()
  const body = call.option('body')
  if (hostOf(url) === 'graph.microsoft.com')
    return graph(call.caller, method, url.pathname.replace(/^\/(v1\.0|beta)/, ''), url.searchParams, jsonOf(body))
  if (hostOf(url) === 'management.azure.com') return manage(call.caller, method, url)
  throw new AzureError(
    '',
    `az rest reaches https://graph.microsoft.com and https://management.azure.com in this simulation, not ${hostOf(url).slice(0, 80)}.`,
  )
}

/** `az ad …` and `az rest`. */
export const directory: Record<string, AzOperation> = {
  rest: op('url/u uri method/m body/b headers* resource uri-parameters*', rest),
  'ad signed-in-user show': op('', (call) =>
    without(graph(call.caller, 'GET', '/me', new URLSearchParams(), undefined) as object),
  ),
  'ad signed-in-user list-owned-objects': op(
    'type/t',
    (call) =>
      (graph(call.caller, 'GET', '/me/ownedObjects', new URLSearchParams(), undefined) as { value: unknown[] }).value,
  ),
  'ad app list': op('all? display-name app-id show-mine? filter', (call) =>
    listed(call, 'applications').filter(
      (one) => call.option('app-id') === undefined || (one as { appId: string }).appId === call.option('app-id'),
    ),
  ),
  'ad app show': op('id!', (call) => {
    assertReads(call.caller)
    return without(shownApp(call.world, findApp(call.world, call.need('id'))))
  }),
  'ad app owner list': op('id!', (call) => {
    const app = findApp(call.world, call.need('id'))
    return (
      graph(
        call.caller,
        'GET',
        `/applications/${appIdOf(call.world, app.name)}/owners`,
        new URLSearchParams(),
        undefined,
      ) as { value: object[] }
    ).value.map(without)
  }),
  'ad app credential list': op('id! cert?', (call) => {
    assertReads(call.caller)
    return passwordsOf(call.world, findApp(call.world, call.need('id'))).map(({ keyId, displayName, hint }) => ({
      displayName,
      hint,
      keyId,
      secretText: null,
    }))
  }),
  'ad app credential reset': op('id! append? display-name years end-date cert create-cert?', (call) => {
    const app = findApp(call.world, call.need('id'))
    const made = addPassword(call.caller, app, call.option('display-name') ?? 'rbac', call.options.has('append'))
    return { appId: appIdOf(call.world, app.name), password: made.password, tenant: tenantOf(call.world) }
  }),
  'ad sp list': op('all? display-name show-mine? filter', (call) => listed(call, 'servicePrincipals')),
  'ad sp show': op('id!', (call) => {
    assertReads(call.caller)
    const found = all(call.world, 'azuread_service_principal')
      .map((one) => shownServicePrincipal(call.world, one))
      .find(({ id, appId }) => [id, appId].includes(call.need('id')))
    if (!found)
      throw new AzureError(
        'Request_ResourceNotFound',
        `Resource '${call.need('id')}' does not exist or one of its queried reference-property objects are not present.`,
      )
    return without(found)
  }),
  'ad sp owner list': op('id!', (call) =>
    (
      graph(call.caller, 'GET', `/servicePrincipals/${call.need('id')}/owners`, new URLSearchParams(), undefined) as {
        value: object[]
      }
    ).value.map(without),
  ),
  'ad user list': op('display-name upn filter', (call) => listed(call, 'users')),
  'ad user show': op('id!', (call) =>
    without(graph(call.caller, 'GET', `/users/${call.need('id')}`, new URLSearchParams(), undefined) as object),
  ),
  'ad group list': op('display-name', (call) => listed(call, 'groups')),
}
