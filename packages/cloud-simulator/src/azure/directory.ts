import { CloudError } from '../engine/caller.ts'
import { command } from '../engine/operation.ts'
import { hostOf, urlOf } from '../http-message.ts'
import { all, jsonOf } from '../resources.ts'
import type { AzCall, AzOperations } from './caller.ts'
import {
  addPassword,
  assertReads,
  findApp,
  graph,
  notInDirectory,
  passwordsOf,
  shownApp,
  shownServicePrincipal,
} from './graph.ts'
import { appIdOf, tenantOf } from './ids.ts'
import { manage } from './manage.ts'

const without = (value: unknown) =>
  Object.fromEntries(Object.entries(value as object).filter(([key]) => key !== '@odata.type'))

const get = ({ caller }: AzCall, path: string) => graph(caller, 'GET', path, new URLSearchParams(), undefined)
const valuesAt = (call: AzCall, path: string) =>
  (get(call, path) as { value: { id: string; displayName: string }[] }).value

/** A Graph collection, filtered by display name if requested. */
function listed(call: AzCall, collection: string) {
  const wanted = call.option('display-name')?.toLowerCase() ?? ''
  const kept = valuesAt(call, `/${collection}`).filter(({ displayName }) =>
    displayName.toLowerCase().startsWith(wanted),
  )
  if (!call.has('show-mine')) return kept.map(without)
  const mine = valuesAt(call, '/me/ownedObjects').map(({ id }) => id)
  return kept.filter(({ id }) => mine.includes(id)).map(without)
}

function rest(call: AzCall) {
  const address = call.option('url') ?? call.option('uri') ?? ''
  const url = urlOf(address.replace('{subscriptionId}', call.world.account_id))
  if (!url) throw new CloudError('', 'the following arguments are required: --uri/-u/--url')
  const method = (call.option('method') ?? 'get').toUpperCase()
  const body = call.option('body')
  if (hostOf(url) === 'graph.microsoft.com')
    return graph(call.caller, method, url.pathname.replace(/^\/(v1\.0|beta)/, ''), url.searchParams, jsonOf(body))
  if (hostOf(url) === 'management.azure.com') return manage(call.caller, method, url)
  throw new CloudError(
    '',
    `az rest reaches https://graph.microsoft.com and https://management.azure.com in this simulation, not ${hostOf(url).slice(0, 80)}.`,
  )
}

const appOf = (call: AzCall) => findApp(call.world, call.need('id'))
const collection = (options: string, name: string) => command(options, (call: AzCall) => listed(call, name))

/** `az ad …` and `az rest`. */
export const directory: AzOperations = {
  rest: command('url/u uri method/m body/b headers* resource uri-parameters*', rest),
  'ad signed-in-user show': command('', (call) => without(get(call, '/me'))),
  'ad signed-in-user list-owned-objects': command('type/t', (call) => valuesAt(call, '/me/ownedObjects')),
  'ad app list': command('all? display-name app-id show-mine? filter', (call) => {
    const id = call.option('app-id')
    return listed(call, 'applications').filter((one) => id === undefined || one.appId === id)
  }),
  'ad app show': command('id!', (call) => {
    assertReads(call.caller)
    return without(shownApp(call.world, appOf(call)))
  }),
  'ad app owner list': command('id!', (call) =>
    valuesAt(call, `/applications/${appIdOf(call.world, appOf(call).name)}/owners`).map(without),
  ),
  'ad app credential list': command('id! cert?', (call) => {
    assertReads(call.caller)
    const passwords = passwordsOf(call.world, appOf(call))
    return passwords.map(({ keyId, displayName, hint }) => ({ displayName, hint, keyId, secretText: null }))
  }),
  'ad app credential reset': command('id! append? display-name years end-date cert create-cert?', (call) => {
    const app = appOf(call)
    const made = addPassword(call.caller, app, call.option('display-name') ?? 'rbac', call.has('append'))
    return { appId: appIdOf(call.world, app.name), password: made.password, tenant: tenantOf(call.world) }
  }),
  'ad sp list': collection('all? display-name show-mine? filter', 'servicePrincipals'),
  'ad sp show': command('id!', (call) => {
    assertReads(call.caller)
    const found = all(call.world, 'azuread_service_principal')
      .map((one) => shownServicePrincipal(call.world, one))
      .find(({ id, appId }) => [id, appId].includes(call.need('id')))
    if (!found) throw notInDirectory(call.need('id'))
    return without(found)
  }),
  'ad sp owner list': command('id!', (call) =>
    valuesAt(call, `/servicePrincipals/${call.need('id')}/owners`).map(without),
  ),
  'ad user list': collection('display-name upn filter', 'users'),
  'ad user show': command('id!', (call) => without(get(call, `/users/${call.need('id')}`))),
  'ad group list': collection('display-name', 'groups'),
}
