import { uuidOf } from '../generated-ids.ts'
import type { AzureAssignment, AzurePermissions, AzureRole } from '../policies/azure/request.ts'
import { all, wordsOf } from '../resources.ts'
import type { Resource, World } from '../world.ts'
import { objectIdOf, scopeOf } from './ids.ts'
import { principalNamed } from './principals.ts'

export interface RoleShown extends AzureRole {
  description: string
  custom: boolean
}

/** Permissions of a role from texts with words. */
const permissionsOf = (texts: Record<string, string | undefined>): Required<AzurePermissions> => ({
  actions: wordsOf(texts.actions),
  notActions: wordsOf(texts.not_actions),
  dataActions: wordsOf(texts.data_actions),
  notDataActions: wordsOf(texts.not_data_actions),
})

const COMMON =
  'Microsoft.Authorization/*/read Microsoft.Insights/alertRules/* Microsoft.Resources/deployments/* Microsoft.Resources/subscriptions/resourceGroups/read Microsoft.Support/*'
const BLOBS = 'Microsoft.Storage/storageAccounts/blobServices/containers/blobs'

/** One built-in role a line, with the actions of the simulated services: name, description, actions, data actions, excluded actions. */
const BUILT_IN = `
Owner | Grants full access to manage all resources, including the ability to assign roles in Azure RBAC. | *
Contributor | Grants full access to manage all resources, but does not allow you to assign roles in Azure RBAC. | * |  | Microsoft.Authorization/*/Delete Microsoft.Authorization/*/Write Microsoft.Authorization/elevateAccess/Action
Reader | View all resources, but does not allow you to make any changes. | */read
User Access Administrator | Lets you manage user access to Azure resources. | */read Microsoft.Authorization/* Microsoft.Support/*
Virtual Machine Contributor | Create and manage virtual machines. Does not include access to the operating system, unless you use VM extensions. | ${COMMON} Microsoft.Compute/availabilitySets/* Microsoft.Compute/locations/* Microsoft.Compute/virtualMachines/* Microsoft.Compute/virtualMachineScaleSets/* Microsoft.Compute/disks/write Microsoft.Compute/disks/read Microsoft.Compute/disks/delete Microsoft.Network/networkInterfaces/* Microsoft.Network/virtualNetworks/read Microsoft.Network/virtualNetworks/subnets/join/action Microsoft.Network/publicIPAddresses/read Microsoft.Network/networkSecurityGroups/read Microsoft.Storage/storageAccounts/read
Virtual Machine User Login | View Virtual Machines in the portal and login as a regular user. | Microsoft.Compute/virtualMachines/*/read | Microsoft.Compute/virtualMachines/login/action
Key Vault Reader | Read metadata of key vaults and its certificates, keys, and secrets. | ${COMMON} Microsoft.KeyVault/vaults/*/read Microsoft.KeyVault/vaults/read | Microsoft.KeyVault/vaults/*/read Microsoft.KeyVault/vaults/secrets/readMetadata/action
Key Vault Secrets User | Read secret contents. Only works for key vaults that use the Azure role-based access control permission model. |  | Microsoft.KeyVault/vaults/secrets/getSecret/action Microsoft.KeyVault/vaults/secrets/readMetadata/action
Key Vault Secrets Officer | Perform any action on the secrets of a key vault, except manage permissions. | ${COMMON} | Microsoft.KeyVault/vaults/secrets/*
Key Vault Administrator | Perform all data plane operations on a key vault and all objects in it. | ${COMMON} Microsoft.KeyVault/vaults/*/read | Microsoft.KeyVault/vaults/*
Key Vault Contributor | Manage key vaults, but does not allow you to assign roles, and does not allow access to secrets, keys, or certificates. | ${COMMON} Microsoft.KeyVault/*
Storage Account Contributor | Permits management of storage accounts. Provides access to the account key. | ${COMMON} Microsoft.Storage/storageAccounts/*
Storage Blob Data Reader | Read and list Azure Storage containers and blobs. | Microsoft.Storage/storageAccounts/blobServices/containers/read | ${BLOBS}/read
Storage Blob Data Contributor | Read, write, and delete Azure Storage containers and blobs. | Microsoft.Storage/storageAccounts/blobServices/containers/* | ${BLOBS}/*
Managed Identity Operator | Read and Assign User Assigned Identity | ${COMMON} Microsoft.ManagedIdentity/userAssignedIdentities/*/read Microsoft.ManagedIdentity/userAssignedIdentities/*/assign/action
Log Analytics Reader | Log Analytics Reader can view and search all monitoring data. | */read Microsoft.OperationalInsights/workspaces/analytics/query/action
`

const builtInRoles: RoleShown[] = BUILT_IN.trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([name = '', description = '', actions, dataActions, notActions]) => ({
    name,
    description,
    custom: false,
    permissions: [permissionsOf({ actions, data_actions: dataActions, not_actions: notActions })],
  }))

export const rolesOf = (world: World): RoleShown[] => [
  ...builtInRoles,
  ...all(world, 'azurerm_role_definition').map(({ name, attributes }) => ({
    name,
    description: attributes.description ?? '',
    custom: true,
    permissions: [permissionsOf(attributes)],
  })),
]

export const roleId = (world: World, name: string) => uuidOf(world, `role ${name}`)

export interface Assignment extends AzureAssignment {
  principalName: string
  principalKind: string
  resource: Resource
}

export const assignmentsOf = (world: World): Assignment[] =>
  all(world, 'azurerm_role_assignment').flatMap((resource) => {
    const { principal = '', role: given = '', scope } = resource.attributes
    const found = principalNamed(world, principal)
    const group = world.resources.find((one) => one.type === 'azuread_group' && one.name === principal)
    const principal_id =
      found?.objectId ?? (group && objectIdOf(world, 'group', group.name)) ?? resource.attributes.principal_id
    if (!principal_id || !given) return []
    const kind = group ? 'Group' : found?.kind === 'user' ? 'User' : 'ServicePrincipal'
    return [
      {
        principal_id,
        role: given,
        scope: scopeOf(world, scope),
        principalName: found?.client ?? principal,
        principalKind: kind,
        resource,
      },
    ]
  })
