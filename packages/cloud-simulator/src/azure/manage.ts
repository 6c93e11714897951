import { CloudError } from '../engine/caller.ts'
import { madeOn, uuidOf } from '../generated-ids.ts'
import { decoded } from '../http-message.ts'
import { all, fullName, tagsOf, wordsOf } from '../resources.ts'
import type { Resource, World } from '../world.ts'
import type { AzureCaller } from './caller.ts'
import { accountKeys } from './data.ts'
import { groupOf, idOf, providerOf, resourceTypes, subscriptionScope, tenantOf } from './ids.ts'
import { identitiesOf } from './principals.ts'
import { assignmentsOf, roleId, rolesOf } from './roles.ts'
/** An Azure resource as shown by the resource manager. */
export function shownResource(world: World, one: Resource): Record<string, unknown> {
  const common = {
    id: idOf(world, one),
    location: one.attributes.region ?? world.region,
    name: fullName(one),
    resourceGroup: groupOf(world, one),
    tags: tagsOf(one),
    type: providerOf(one.type),
  }
  const identities = identitiesOf(world, one)
  const system = identities.find(({ name }) => name === one.name)
  const more: Record<string, () => object> = {
    azurerm_linux_virtual_machine: () => ({
      hardwareProfile: { vmSize: one.attributes.size ?? 'Standard_B1s' },
      identity:
        identities.length === 0
          ? null
          : {
              type: [
                ...(system ? ['SystemAssigned'] : []),
                ...(identities.length > (system ? 1 : 0) ? ['UserAssigned'] : []),
              ].join(', '),
              ...(system ? { principalId: system.objectId, tenantId: tenantOf(world) } : {}),
              userAssignedIdentities: Object.fromEntries(
                identities
                  .filter((other) => other !== system)
                  .map((other) => [
                    idOf(world, other.resource),
                    { clientId: other.client, principalId: other.objectId },
                  ]),
              ),
            },
      osProfile: { computerName: one.name },
      provisioningState: 'Succeeded',
      vmId: uuidOf(world, one.name),
      timeCreated: madeOn(world, one.name).toISOString(),
    }),
    azurerm_user_assigned_identity: () => {
      const [found] = identitiesOf(world, { ...one, attributes: { identities: one.name } })
      return { clientId: found?.client, principalId: found?.objectId, tenantId: tenantOf(world) }
    },
    azurerm_key_vault: () => ({
      properties: {
        enableRbacAuthorization: one.attributes.authorization !== 'policies',
        vaultUri: `https://${fullName(one)}.vault.azure.net/`,
        tenantId: tenantOf(world),
        publicNetworkAccess: 'Enabled',
        networkAcls: {
          bypass: 'None',
          defaultAction: one.attributes.network_default_action ?? 'Allow',
          ipRules: wordsOf(one.attributes.ip_rules).map((value) => ({ value })),
          virtualNetworkRules: wordsOf(one.attributes.subnets).map((id) => ({ id })),
        },
      },
    }),
    azurerm_storage_account: () => ({
      kind: 'StorageV2',
      allowBlobPublicAccess: false,
      allowSharedKeyAccess: true,
      primaryEndpoints: { blob: `https://${fullName(one)}.blob.core.windows.net/` },
      networkRuleSet: {
        defaultAction:
          one.attributes.network_default_action ??
          (all(world, 'azurerm_storage_account_network_rules').length > 0 ? 'Deny' : 'Allow'),
        ipRules: all(world, 'azurerm_storage_account_network_rules')
          .flatMap(({ attributes }) => wordsOf(attributes.ip_rules))
          .map((value) => ({ value })),
      },
    }),
  }
  return { ...common, ...more[one.type]?.() }
}

export const shownGroup = (world: World, group: Resource) => ({
  id: idOf(world, group),
  location: group.attributes.region ?? world.region,
  managedBy: null,
  name: group.name,
  properties: { provisioningState: 'Succeeded' },
  tags: tagsOf(group),
  type: 'Microsoft.Resources/resourceGroups',
})

const readAction = (type: string) =>
  type === 'azurerm_resource_group'
    ? 'Microsoft.Resources/subscriptions/resourceGroups/read'
    : `${providerOf(type)}/read`

/** Resources of a type that the caller may read; lists silently omit the others. */
export const listReadable = (caller: AzureCaller, ...types: string[]): Resource[] =>
  all(caller.world, ...types).filter((one) => caller.may(readAction(one.type), { id: idOf(caller.world, one) }))

/** A resource by name, if the caller may read it. */
export function findReadable(caller: AzureCaller, type: string, name: string, group?: string): Resource {
  const { world } = caller
  const found = all(world, type).find((one) => fullName(one) === name || one.name === name)
  const scope = found
    ? idOf(world, found)
    : `${subscriptionScope(world)}/resourceGroups/${group ?? ''}/providers/${providerOf(type)}/${name}`
  const inGroup =
    found &&
    (group === undefined ||
      type === 'azurerm_resource_group' ||
      groupOf(world, found).toLowerCase() === group.toLowerCase())
  const missing = () =>
    type === 'azurerm_resource_group'
      ? new CloudError('ResourceGroupNotFound', `Resource group '${name}' could not be found.`)
      : notFound(providerOf(type), name, group)
  return caller.act(readAction(type), { id: scope, resource: inGroup ? found : undefined, missing }, (one) => one)
}

export const notFound = (provider: string, name: string, group = '') =>
  new CloudError(
    'ResourceNotFound',
    `The Resource '${provider}/${name}' under resource group '${group}' was not found.`,
  )

export const listKeys = (caller: AzureCaller, account: Resource) =>
  caller.act('Microsoft.Storage/storageAccounts/listKeys/action', { id: idOf(caller.world, account) }, () =>
    accountKeys(caller.world, account),
  )

export const listAssignments = (caller: AzureCaller) =>
  assignmentsOf(caller.world)
    .filter(({ scope }) => caller.may('Microsoft.Authorization/roleAssignments/read', { id: scope }))
    .map((one) => ({
      id: `${one.scope}/providers/Microsoft.Authorization/roleAssignments/${uuidOf(caller.world, one.resource.name)}`,
      principalId: one.principal_id,
      principalName: one.principalName,
      principalType: one.principalKind,
      roleDefinitionId: `${subscriptionScope(caller.world)}/providers/Microsoft.Authorization/roleDefinitions/${roleId(caller.world, one.role)}`,
      roleDefinitionName: one.role,
      scope: one.scope,
      type: 'Microsoft.Authorization/roleAssignments',
    }))

export const listRoles = (world: World) =>
  rolesOf(world).map((one) => ({
    assignableScopes: ['/'],
    description: one.description,
    id: `${subscriptionScope(world)}/providers/Microsoft.Authorization/roleDefinitions/${roleId(world, one.name)}`,
    name: roleId(world, one.name),
    permissions: one.permissions,
    roleName: one.name,
    roleType: one.custom ? 'CustomRole' : 'BuiltInRole',
    type: 'Microsoft.Authorization/roleDefinitions',
  }))

/** The resource manager over HTTP, as used by `az rest` and curl. */
export function manage(caller: AzureCaller, method: string, url: URL): unknown {
  const { world } = caller
  const path = decoded(url.pathname)
  if (path === '/subscriptions' && method === 'GET')
    return {
      value: [
        {
          id: subscriptionScope(world),
          subscriptionId: world.account_id,
          displayName: 'Lab',
          state: 'Enabled',
          tenantId: tenantOf(world),
        },
      ],
    }
  const scope = subscriptionScope(world)
  if (method === 'GET' && path === `${scope}/resourceGroups`)
    return { value: listReadable(caller, 'azurerm_resource_group').map((one) => shownGroup(world, one)) }
  if (method === 'GET' && path === `${scope}/resources`)
    return { value: listReadable(caller, ...resourceTypes).map((one) => shownResource(world, one)) }
  if (method === 'GET' && path.endsWith('/providers/Microsoft.Authorization/roleAssignments'))
    return { value: listAssignments(caller).map(({ id, ...properties }) => ({ id, properties })) }
  if (method === 'GET' && path.endsWith('/providers/Microsoft.Authorization/roleDefinitions'))
    return { value: listRoles(world).map(({ id, ...properties }) => ({ id, properties })) }
  const keys = /^(.*)\/listKeys$/i.exec(path)?.[1]
  const found = world.resources.find(
    (one) => one.type.startsWith('azurerm_') && idOf(world, one).toLowerCase() === (keys ?? path).toLowerCase(),
  )
  if (found && keys && method === 'POST' && found.type === 'azurerm_storage_account')
    return { keys: listKeys(caller, found) }
  if (found && method === 'GET') {
    const readable = findReadable(caller, found.type, found.name)
    return found.type === 'azurerm_resource_group' ? shownGroup(world, readable) : shownResource(world, readable)
  }
  throw new CloudError('ResourceNotFound', `Nothing of this simulation answers ${method} ${path.slice(0, 200)}.`)
}
