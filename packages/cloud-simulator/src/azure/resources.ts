import { absolute, assertWritable, hostState, readFile } from '../files.ts'
import { all, find, fullName, wordsOf } from '../resources.ts'
import type { Resource } from '../world.ts'
import { AzureError } from './call.ts'
import { findAccount, findVault, listSecrets, openStorage, readSecret } from './data.ts'
import { idOf, resourceTypes, scopeOf, subscriptionScope } from './ids.ts'
import {
  findReadable,
  listAssignments,
  listKeys,
  listReadable,
  listRoles,
  shownGroup,
  shownResource,
} from './manage.ts'
import { type AzCall, type AzOperation, op } from './operation.ts'

const inGroup = (call: AzCall) => (one: Record<string, unknown>) =>
  call.option('resource-group') === undefined ||
  String(one.resourceGroup).toLowerCase() === call.need('resource-group').toLowerCase()

/** `list` and `show` operations of one resource type. */
const looks = (words: string, type: string): Record<string, AzOperation> => ({
  [`${words} list`]: op('resource-group/g show-details/d?', (call) =>
    listReadable(call.caller, type)
      .map((one) => shownResource(call.world, one))
      .filter(inGroup(call)),
  ),
  [`${words} show`]: op('name/n! resource-group/g show-details/d?', (call) =>
    shownResource(call.world, findReadable(call.caller, type, call.need('name'), call.option('resource-group'))),
  ),
})

function runCommand(call: AzCall) {
  const { caller, world, session } = call
  const name = call.need('name')
  const machine = all(world, 'azurerm_linux_virtual_machine').find((one) => one.name === name)
  const scope = machine
    ? idOf(world, machine)
    : `${scopeOf(world, call.option('resource-group'))}/providers/Microsoft.Compute/virtualMachines/${name}`
  return caller.act('Microsoft.Compute/virtualMachines/runCommand/action', scope, async () => {
    if (!machine)
      throw new AzureError(
        'ResourceNotFound',
        `The Resource 'Microsoft.Compute/virtualMachines/${name}' under resource group '${call.option('resource-group') ?? ''}' was not found.`,
      )
    if (call.option('command-id') !== 'RunShellScript')
      throw new AzureError(
        'InvalidParameter',
        `The command '${call.option('command-id') ?? ''}' is not in this simulation. There is RunShellScript.`,
      )
    const script = call.options
      .list('scripts')
      .map((one) => (one.startsWith('@') ? readFile(session, one.slice(1)) : one))
      .join('\n')
    const result = await session.runScript(
      {
        kind: 'inside',
        resource: machine,
        address: machine.attributes.public_ip ?? machine.attributes.private_ip ?? '10.1.0.4',
        agent: 'run command',
      },
      hostState(),
      script,
    )
    return {
      value: [
        {
          code: 'ProvisioningState/succeeded',
          displayStatus: 'Provisioning succeeded',
          level: 'Info',
          message: `Enable succeeded: \n[stdout]\n${result.output}\n[stderr]\n${result.errors}`,
          time: null,
        },
      ],
    }
  })
}

const machineIdentity = (call: AzCall) =>
  (
    shownResource(
      call.world,
      findReadable(call.caller, 'azurerm_linux_virtual_machine', call.need('name'), call.option('resource-group')),
    ) as { identity?: unknown }
  ).identity

/** Storage account for a data command, opened with a key or with the roles of the signed-in principal. */
function storage(call: AzCall) {
  const { env } = call.session.state
  const connection = call.option('connection-string') ?? env.AZURE_STORAGE_CONNECTION_STRING
  const fromConnection = (part: string) => new RegExp(`(?:^|;)${part}=([^;]*)`).exec(connection ?? '')?.[1]
  const name = call.option('account-name') ?? fromConnection('AccountName') ?? env.AZURE_STORAGE_ACCOUNT
  if (!name)
    throw new AzureError(
      '',
      'Missing credentials to access storage service. The following variations are accepted: (1) account name and key (--account-name and --account-key options or environment variables AZURE_STORAGE_ACCOUNT and AZURE_STORAGE_KEY)',
    )
  const account = findAccount(call.world, name)
  const given = call.option('account-key') ?? fromConnection('AccountKey') ?? env.AZURE_STORAGE_KEY
  if (given !== undefined) return { account, data: openStorage(call.caller, account, given) }
  if (call.option('auth-mode') === 'login') return { account, data: openStorage(call.caller, account, undefined) }
  // Without --auth-mode, the program requests an account key with the permissions of the signed-in principal.
  const [key] = listKeys(call.caller, account)
  return { account, data: openStorage(call.caller, account, key?.value) }
}

const blobName = (one: Resource) => one.attributes.blob ?? one.name

function download(call: AzCall) {
  const { data } = storage(call)
  const found = data.read(call.need('container-name'), call.need('name'))
  const contents = found.attributes.contents ?? ''
  const target = call.option('file')
  if (target === undefined || target === '/dev/stdout') return { print: contents }
  const path = absolute(call.session.state, target)
  assertWritable(path, target)
  call.session.writeFile(path, contents)
  return {
    container: call.need('container-name'),
    name: blobName(found),
    properties: { blobType: 'BlockBlob', contentLength: contents.length },
  }
}

const STORE = 'account-name account-key auth-mode connection-string'

const vaultOf = (call: AzCall) =>
  findVault(
    call.world,
    call.option('vault-name') ?? /^https:\/\/([\w-]+)\.vault/.exec(call.option('id') ?? '')?.[1] ?? '',
  )

/** `az group`, `vm`, `keyvault`, `storage`, `role`, `monitor` and the like. */
export const resources: Record<string, AzOperation> = {
  'group list': op('tag', (call) =>
    listReadable(call.caller, 'azurerm_resource_group').map((one) => shownGroup(call.world, one)),
  ),
  'group show': op('name/n g/g resource-group', (call) =>
    shownGroup(
      call.world,
      findReadable(
        call.caller,
        'azurerm_resource_group',
        call.option('name') ?? call.option('g') ?? call.option('resource-group') ?? '',
      ),
    ),
  ),
  'resource list': op('resource-group/g name/n resource-type tag', (call) =>
    listReadable(call.caller, ...resourceTypes)
      .map((one) => shownResource(call.world, one))
      .filter(inGroup(call)),
  ),
  ...looks('vm', 'azurerm_linux_virtual_machine'),
  ...looks('identity', 'azurerm_user_assigned_identity'),
  ...looks('keyvault', 'azurerm_key_vault'),
  ...looks('storage account', 'azurerm_storage_account'),
  ...looks('network vnet', 'azurerm_virtual_network'),
  ...looks('network nic', 'azurerm_network_interface'),
  ...looks('disk', 'azurerm_managed_disk'),
  'vm run-command invoke': op('name/n! resource-group/g command-id! scripts!* parameters*', runCommand),
  'vm identity show': op('name/n! resource-group/g', machineIdentity),
  'vm get-instance-view': op('name/n! resource-group/g', (call) =>
    shownResource(
      call.world,
      findReadable(call.caller, 'azurerm_linux_virtual_machine', call.need('name'), call.option('resource-group')),
    ),
  ),
  'keyvault secret list': op('vault-name! maxresults', (call) => listSecrets(call.caller, vaultOf(call))),
  'keyvault secret show': op('vault-name name/n id version', (call) =>
    readSecret(call.caller, vaultOf(call), call.option('name') ?? call.option('id')?.split('/').at(4) ?? ''),
  ),
  'storage account keys list': op('account-name/n! resource-group/g', (call) =>
    listKeys(call.caller, findAccount(call.world, call.need('account-name'))),
  ),
  'storage account show-connection-string': op('name/n! resource-group/g', (call) => {
    const account = findAccount(call.world, call.need('name'))
    return {
      connectionString: `DefaultEndpointsProtocol=https;EndpointSuffix=core.windows.net;AccountName=${fullName(account)};AccountKey=${listKeys(call.caller, account)[0]?.value}`,
    }
  }),
  'storage container list': op(STORE, (call) =>
    storage(call)
      .data.containers()
      .map(({ name }) => ({ name, properties: { publicAccess: null } })),
  ),
  'storage blob list': op(`container-name/c! prefix ${STORE}`, (call) =>
    storage(call)
      .data.blobs(call.need('container-name'))
      .map((one) => ({
        name: blobName(one),
        container: call.need('container-name'),
        properties: { blobType: 'BlockBlob', contentLength: (one.attributes.contents ?? '').length },
      })),
  ),
  'storage blob show': op(`container-name/c! name/n! ${STORE}`, (call) => ({
    name: blobName(storage(call).data.read(call.need('container-name'), call.need('name'))),
    container: call.need('container-name'),
  })),
  'storage blob download': op(`container-name/c! name/n! file/f no-progress? ${STORE}`, download),
  'role definition list': op('name/n custom-role-only? scope resource-group/g', (call) => {
    void call.caller
    const wanted = call.option('name')
    return listRoles(call.world).filter(
      (one) =>
        (wanted === undefined || one.roleName.toLowerCase() === wanted.toLowerCase() || one.name === wanted) &&
        (!call.options.has('custom-role-only') || one.roleType === 'CustomRole'),
    )
  }),
  'role assignment list': op('assignee scope resource-group/g role all? include-inherited? include-groups?', (call) => {
    const found = listAssignments(call.caller)
    const wanted = call.option('assignee')
    const scope =
      call.option('scope') ??
      (call.option('resource-group') === undefined
        ? subscriptionScope(call.world)
        : scopeOf(call.world, call.option('resource-group')))
    const isAt = (one: { scope: string }) =>
      call.options.has('all') ||
      one.scope.toLowerCase() === scope.toLowerCase() ||
      (call.options.has('include-inherited') && scope.toLowerCase().startsWith(one.scope.toLowerCase()))
    return found.filter(
      (one) =>
        isAt(one) &&
        (wanted === undefined || [one.principalId, one.principalName].includes(wanted)) &&
        (call.option('role') === undefined || one.roleDefinitionName === call.option('role')),
    )
  }),
  'monitor activity-log list': op('resource-group/g offset max-events caller start-time end-time', (call) =>
    call.caller.act(
      'Microsoft.Insights/eventtypes/values/read',
      scopeOf(call.world, call.option('resource-group')),
      () =>
        call.world.log
          .filter(
            (line) =>
              line.kept &&
              line.record === 'management' &&
              !('activityDisplayName' in line.event) &&
              (call.option('resource-group') === undefined ||
                line.resource.toLowerCase().includes(`/resourcegroups/${call.need('resource-group').toLowerCase()}`)),
          )
          .reverse()
          .slice(0, Number(call.option('max-events') ?? 50))
          .map((line) => ({
            caller: line.identity,
            eventTimestamp: line.at,
            operationName: { value: line.action, localizedValue: line.action },
            resourceId: line.resource,
            status: { value: line.error ? 'Failed' : 'Succeeded' },
            httpRequest: { clientIpAddress: line.source_ip },
          })),
    ),
  ),
  'keyvault list-deleted': op('', (call) =>
    call.caller.act('Microsoft.KeyVault/deletedVaults/read', subscriptionScope(call.world), () =>
      call.world.past
        .filter(({ type }) => type === 'azurerm_key_vault')
        .map(({ name }) => ({ name, type: 'Microsoft.KeyVault/deletedVaults' })),
    ),
  ),
  'deployment sub list': op('', (call) =>
    call.caller.act('Microsoft.Resources/deployments/read', subscriptionScope(call.world), () =>
      [...call.world.resources, ...call.world.past]
        .filter(({ type }) => type === 'azurerm_subscription_template_deployment')
        .map(({ name }) => ({ name, properties: { provisioningState: 'Succeeded' } })),
    ),
  ),
  'monitor diagnostic-settings list': op('resource!', (call) => {
    void call.caller
    return {
      value: wordsOf(
        find(call.world, 'azurerm_monitor_diagnostic_setting', call.need('resource'))?.attributes.categories,
      ).map((category) => ({ category, enabled: true })),
    }
  }),
}
