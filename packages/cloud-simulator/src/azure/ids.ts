import { uuidOf } from '../generated-ids.ts'
import { all, find, fullName } from '../resources.ts'
import type { Resource, World } from '../world.ts'
export const tenantOf = (world: Pick<World, 'seed'>) => uuidOf(world, 'tenant')
export const objectIdOf = (world: Pick<World, 'seed'>, type: string, name: string) =>
  uuidOf(world, `object ${type} ${name}`)
export const appIdOf = (world: Pick<World, 'seed'>, application: string) => uuidOf(world, `application ${application}`)

export const subscriptionScope = ({ account_id }: Pick<World, 'account_id'>) => `/subscriptions/${account_id}`

const PROVIDERS: Record<string, string> = {
  azurerm_linux_virtual_machine: 'Microsoft.Compute/virtualMachines',
  azurerm_managed_disk: 'Microsoft.Compute/disks',
  azurerm_network_interface: 'Microsoft.Network/networkInterfaces',
  azurerm_virtual_network: 'Microsoft.Network/virtualNetworks',
  azurerm_public_ip: 'Microsoft.Network/publicIPAddresses',
  azurerm_network_security_group: 'Microsoft.Network/networkSecurityGroups',
  azurerm_key_vault: 'Microsoft.KeyVault/vaults',
  azurerm_storage_account: 'Microsoft.Storage/storageAccounts',
  azurerm_user_assigned_identity: 'Microsoft.ManagedIdentity/userAssignedIdentities',
  azurerm_log_analytics_workspace: 'Microsoft.OperationalInsights/workspaces',
}

/** Types that are Azure resources, as listed by `az resource list`. */
export const resourceTypes = Object.keys(PROVIDERS)

export const providerOf = (type: string): string =>
  PROVIDERS[type] ?? `Microsoft.Resources/${type.replace('azurerm_', '')}`

export const groupOf = (world: World, { attributes }: Resource): string =>
  attributes.resource_group ??
  all(world, 'azurerm_resource_group').find(({ name }) => name !== 'NetworkWatcherRG')?.name ??
  'NetworkWatcherRG'

/** Full id of a resource, as used in scopes. */
export function idOf(world: World, resource: Resource): string {
  if (resource.type === 'azurerm_resource_group') return `${subscriptionScope(world)}/resourceGroups/${resource.name}`
  const group = `${subscriptionScope(world)}/resourceGroups/${groupOf(world, resource)}`
  if (resource.type === 'azurerm_subnet')
    return `${group}/providers/Microsoft.Network/virtualNetworks/${resource.attributes.network ?? all(world, 'azurerm_virtual_network')[0]?.name ?? 'vnet'}/subnets/${resource.name}`
  if (resource.type === 'azurerm_storage_container')
    return `${accountScope(world, resource)}/blobServices/default/containers/${resource.name}`
  if (resource.type === 'azurerm_storage_blob')
    return `${accountScope(world, resource)}/blobServices/default/containers/${resource.attributes.container ?? ''}/blobs/${resource.name}`
  if (resource.type === 'azurerm_key_vault_secret') {
    const vault = find(world, 'azurerm_key_vault', resource.attributes.vault ?? '')
    return `${vault ? idOf(world, vault) : group}/secrets/${resource.name}`
  }
  return `${group}/providers/${providerOf(resource.type)}/${fullName(resource)}`
}

/** Storage account of a container or blob: the one that it names, else the only one. */
export function accountOf(world: World, resource: Resource): Resource | undefined {
  const accounts = all(world, 'azurerm_storage_account')
  const container = resource.attributes.container
    ? find(world, 'azurerm_storage_container', resource.attributes.container)
    : undefined
  const name = resource.attributes.account ?? container?.attributes.account
  return name ? accounts.find((one) => one.name === name || fullName(one) === name) : accounts[0]
}

const accountScope = (world: World, resource: Resource) => {
  const account = accountOf(world, resource)
  return account ? idOf(world, account) : subscriptionScope(world)
}

/** Resolves a scope in a lab: a full scope, `subscription`, or the name of a group or resource. */
export function scopeOf(world: World, text: string | undefined): string {
  if (!text || text === 'subscription') return subscriptionScope(world)
  if (text.startsWith('/')) return text
  const named =
    world.resources.find((one) => one.type === 'azurerm_resource_group' && one.name === text) ??
    world.resources.find(
      (one) =>
        one.type.startsWith('azurerm_') &&
        !/assignment|definition|rules/.test(one.type) &&
        (one.name === text || fullName(one) === text),
    )
  return named ? idOf(world, named) : `${subscriptionScope(world)}/resourceGroups/${text}`
}
