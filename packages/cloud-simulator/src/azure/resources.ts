import { CloudError } from '../engine/caller.ts'
import { command, operation } from '../engine/operation.ts'
import { hostState, readFile, saveFile } from '../files.ts'
import { find, fullName, wordsOf } from '../resources.ts'
import type { LogLine, Resource } from '../world.ts'
import type { AzCall, AzOperations, AzureCaller, AzureTarget } from './caller.ts'
import { findAccount, findVault, listSecrets, openStorage, readSecret } from './data.ts'
import { idOf, resourceTypes, scopeOf, subscriptionScope } from './ids.ts'
import {
  findReadable,
  listAssignments,
  listKeys,
  listReadable,
  listRoles,
  notFound,
  shownGroup,
  shownResource,
} from './manage.ts'

const op = operation<AzureCaller, AzureTarget>

const MACHINE = 'azurerm_linux_virtual_machine'
const MACHINES = 'Microsoft.Compute/virtualMachines'
const STORE = 'account-name account-key auth-mode connection-string'
const ONE = 'name/n! resource-group/g'

const inGroup = (call: AzCall) => (one: Record<string, unknown>) =>
  call.option('resource-group') === undefined ||
  String(one.resourceGroup).toLowerCase() === call.need('resource-group').toLowerCase()

const lookAll = (options: string, ...types: string[]) =>
  command(options, (call: AzCall) =>
    listReadable(call.caller, ...types)
      .map((one) => shownResource(call.world, one))
      .filter(inGroup(call)),
  )

const lookAt = (options: string, type: string, show = (shown: Record<string, unknown>): unknown => shown) =>
  command(options, (call: AzCall) =>
    show(shownResource(call.world, findReadable(call.caller, type, call.need('name'), call.option('resource-group')))),
  )

/** `list` and `show` operations of one resource type. */
const looks = (words: string, type: string): AzOperations => ({
  [`${words} list`]: lookAll('resource-group/g show-details/d?', type),
  [`${words} show`]: lookAt(`${ONE} show-details/d?`, type),
})

function machineTarget(call: AzCall): AzureTarget {
  const { world } = call
  const name = call.need('name')
  const resource = find(world, MACHINE, name)
  const group = call.option('resource-group')
  return {
    id: resource ? idOf(world, resource) : `${scopeOf(world, group)}/providers/${MACHINES}/${name}`,
    resource,
    missing: () => notFound(MACHINES, name, group),
  }
}

async function runCommand(call: AzCall, machine: Resource) {
  const { session } = call
  if (call.option('command-id') !== 'RunShellScript')
    throw new CloudError(
      'InvalidParameter',
      `The command '${call.need('command-id')}' is not in this simulation. There is RunShellScript.`,
    )
  const { public_ip, private_ip } = machine.attributes
  const address = public_ip ?? private_ip ?? '10.1.0.4'
  const script = call
    .values('scripts')
    .map((one) => (one.startsWith('@') ? readFile(session, one.slice(1)) : one))
    .join('\n')
  const host = { kind: 'inside' as const, resource: machine, address, agent: 'run command' }
  const { output, errors } = await session.runScript(host, hostState(), script)
  const message = `Enable succeeded: \n[stdout]\n${output}\n[stderr]\n${errors}`
  const status = { code: 'ProvisioningState/succeeded', displayStatus: 'Provisioning succeeded', level: 'Info' }
  return { value: [{ ...status, message, time: null }] }
}

/** Storage account for a data command, opened with a key or with the roles of the signed-in principal. */
function storage(call: AzCall) {
  const { env } = call.session.state
  const connection = call.option('connection-string') ?? env.AZURE_STORAGE_CONNECTION_STRING
  const fromConnection = (part: string) => new RegExp(`(?:^|;)${part}=([^;]*)`).exec(connection ?? '')?.[1]
  const name = call.option('account-name') ?? fromConnection('AccountName') ?? env.AZURE_STORAGE_ACCOUNT
  if (!name)
    throw new CloudError(
      '',
      'Missing credentials to access storage service. The following variations are accepted: (1) account name and key (--account-name and --account-key options or environment variables AZURE_STORAGE_ACCOUNT and AZURE_STORAGE_KEY)',
    )
  const account = findAccount(call.world, name)
  const given = call.option('account-key') ?? fromConnection('AccountKey') ?? env.AZURE_STORAGE_KEY
  // Without --auth-mode, the program requests an account key with the permissions of the signed-in principal.
  const usesRoles = given === undefined && call.option('auth-mode') === 'login'
  return openStorage(call.caller, account, usesRoles ? undefined : (given ?? listKeys(call.caller, account)[0]?.value))
}

const shownBlob = (call: AzCall, { name, attributes }: Resource) => ({
  name: attributes.blob ?? name,
  container: call.need('container-name'),
  properties: { blobType: 'BlockBlob', contentLength: (attributes.contents ?? '').length },
})

const readBlob = (call: AzCall) => storage(call).read(call.need('container-name'), call.need('name'))

function download(call: AzCall) {
  const found = readBlob(call)
  const contents = found.attributes.contents ?? ''
  const target = call.option('file')
  if (target === undefined || target === '/dev/stdout') return contents
  saveFile(call.session, target, contents)
  const { name, container, properties } = shownBlob(call, found)
  return { container, name, properties }
}

const vaultOf = (call: AzCall) =>
  findVault(
    call.world,
    call.option('vault-name') ?? /^https:\/\/([\w-]+)\.vault/.exec(call.option('id') ?? '')?.[1] ?? '',
  )

function listRoleDefinitions(call: AzCall) {
  void call.caller
  const wanted = call.option('name')
  return listRoles(call.world).filter(
    (one) =>
      (wanted === undefined || one.roleName.toLowerCase() === wanted.toLowerCase() || one.name === wanted) &&
      (!call.has('custom-role-only') || one.roleType === 'CustomRole'),
  )
}

function listRoleAssignments(call: AzCall) {
  const group = call.option('resource-group')
  const subscription = subscriptionScope(call.world)
  const asked = call.option('scope') ?? (group === undefined ? subscription : scopeOf(call.world, group))
  const scope = asked.toLowerCase()
  const isAt = (at: string) =>
    call.has('all') || at === scope || (call.has('include-inherited') && scope.startsWith(at))
  const [wanted, role] = [call.option('assignee'), call.option('role')]
  return listAssignments(call.caller).filter(
    (one) =>
      isAt(one.scope.toLowerCase()) &&
      (wanted === undefined || [one.principalId, one.principalName].includes(wanted)) &&
      (role === undefined || one.roleDefinitionName === role),
  )
}

function activityLog(call: AzCall) {
  const group = call.option('resource-group')
  const isShown = ({ kept, record, event, resource }: LogLine) =>
    kept &&
    record === 'management' &&
    !('activityDisplayName' in event) &&
    (group === undefined || resource.toLowerCase().includes(`/resourcegroups/${group.toLowerCase()}`))
  return call.world.log
    .filter(isShown)
    .reverse()
    .slice(0, Number(call.option('max-events') ?? 50))
    .map((line) => ({
      caller: line.identity,
      eventTimestamp: line.at,
      operationName: { value: line.action, localizedValue: line.action },
      resourceId: line.resource,
      status: { value: line.error ? 'Failed' : 'Succeeded' },
      httpRequest: { clientIpAddress: line.source_ip },
    }))
}

const subscription = ({ world }: AzCall) => ({ id: subscriptionScope(world) })

/** `az group`, `vm`, `keyvault`, `storage`, `role`, `monitor` and the like. */
export const resources: AzOperations = {
  'group list': command('tag', ({ world, caller }) =>
    listReadable(caller, 'azurerm_resource_group').map((one) => shownGroup(world, one)),
  ),
  'group show': command('name/n g/g resource-group', (call) => {
    const name = call.option('name') ?? call.option('g') ?? call.option('resource-group') ?? ''
    return shownGroup(call.world, findReadable(call.caller, 'azurerm_resource_group', name))
  }),
  'resource list': lookAll('resource-group/g name/n resource-type tag', ...resourceTypes),
  ...looks('vm', MACHINE),
  ...looks('identity', 'azurerm_user_assigned_identity'),
  ...looks('keyvault', 'azurerm_key_vault'),
  ...looks('storage account', 'azurerm_storage_account'),
  ...looks('network vnet', 'azurerm_virtual_network'),
  ...looks('network nic', 'azurerm_network_interface'),
  ...looks('disk', 'azurerm_managed_disk'),
  'vm run-command invoke': op(
    `${ONE} command-id! scripts!* parameters*`,
    `${MACHINES}/runCommand/action`,
    machineTarget,
    runCommand,
  ),
  'vm identity show': lookAt(ONE, MACHINE, ({ identity }) => identity),
  'vm get-instance-view': lookAt(ONE, MACHINE),
  'keyvault secret list': command('vault-name! maxresults', (call) => listSecrets(call.caller, vaultOf(call))),
  'keyvault secret show': command('vault-name name/n id version', (call) =>
    readSecret(call.caller, vaultOf(call), call.option('name') ?? call.option('id')?.split('/').at(4) ?? ''),
  ),
  'storage account keys list': command('account-name/n! resource-group/g', (call) =>
    listKeys(call.caller, findAccount(call.world, call.need('account-name'))),
  ),
  'storage account show-connection-string': command(ONE, (call) => {
    const account = findAccount(call.world, call.need('name'))
    const key = listKeys(call.caller, account)[0]?.value
    return {
      connectionString: `DefaultEndpointsProtocol=https;EndpointSuffix=core.windows.net;AccountName=${fullName(account)};AccountKey=${key}`,
    }
  }),
  'storage container list': command(STORE, (call) =>
    storage(call)
      .containers()
      .map(({ name }) => ({ name, properties: { publicAccess: null } })),
  ),
  'storage blob list': command(`container-name/c! prefix ${STORE}`, (call) =>
    storage(call)
      .blobs(call.need('container-name'))
      .map((one) => shownBlob(call, one)),
  ),
  'storage blob show': command(`container-name/c! name/n! ${STORE}`, (call) => {
    const { name, container } = shownBlob(call, readBlob(call))
    return { name, container }
  }),
  'storage blob download': command(`container-name/c! name/n! file/f no-progress? ${STORE}`, download),
  'role definition list': command('name/n custom-role-only? scope resource-group/g', listRoleDefinitions),
  'role assignment list': command(
    'assignee scope resource-group/g role all? include-inherited? include-groups?',
    listRoleAssignments,
  ),
  'monitor activity-log list': op(
    'resource-group/g offset max-events caller start-time end-time',
    'Microsoft.Insights/eventtypes/values/read',
    (call) => ({ id: scopeOf(call.world, call.option('resource-group')) }),
    activityLog,
  ),
  'keyvault list-deleted': op('', 'Microsoft.KeyVault/deletedVaults/read', subscription, ({ world }) =>
    world.past
      .filter(({ type }) => type === 'azurerm_key_vault')
      .map(({ name }) => ({ name, type: 'Microsoft.KeyVault/deletedVaults' })),
  ),
  'deployment sub list': op('', 'Microsoft.Resources/deployments/read', subscription, ({ world }) =>
    [...world.resources, ...world.past]
      .filter(({ type }) => type === 'azurerm_subscription_template_deployment')
      .map(({ name }) => ({ name, properties: { provisioningState: 'Succeeded' } })),
  ),
  'monitor diagnostic-settings list': command('resource!', (call) => {
    void call.caller
    const found = find(call.world, 'azurerm_monitor_diagnostic_setting', call.need('resource'))
    return { value: wordsOf(found?.attributes.categories).map((category) => ({ category, enabled: true })) }
  }),
}
