import type {
  AzureAssignment,
  AzureDenyAssignment,
  AzurePermissions,
  AzureRequest,
} from '../../src/policies/azure/request.ts'
/**
 * Topic in Azure's documentation that the case follows, its statement in our words, the request, and the result: true, or the beginning or a part of
 * the error message.
 */
export type AzureCase = [topic: string, says: string, request: AzureRequest, answer: true | string]

const SUB = '/subscriptions/00000000-0000-0000-0000-000000000001'
const GROUP = `${SUB}/resourceGroups/rg-web`
const VM = `${GROUP}/providers/Microsoft.Compute/virtualMachines/vm-report`
const VAULT = `${GROUP}/providers/Microsoft.KeyVault/vaults/kv-payments`
const STORE = `${GROUP}/providers/Microsoft.Storage/storageAccounts/stpayments`
const MANAGEMENT = '/providers/Microsoft.Management/managementGroups/corp'
const READ = 'Microsoft.Compute/virtualMachines/read'
const RUN = 'Microsoft.Compute/virtualMachines/runCommand/action'
const BLOB = 'Microsoft.Storage/storageAccounts/blobServices/containers/blobs/read'
const SECRET = 'Microsoft.KeyVault/vaults/secrets/getSecret/action'

const roles = [
  { name: 'Owner', permissions: [{ actions: ['*'] }] },
  {
    name: 'Contributor',
    permissions: [
      { actions: ['*'], notActions: ['Microsoft.Authorization/*/Delete', 'Microsoft.Authorization/*/Write'] },
    ],
  },
  { name: 'Reader', id: 'acdd72a7', permissions: [{ actions: ['*/read'] }] },
  { name: 'User Access Administrator', permissions: [{ actions: ['*/read', 'Microsoft.Authorization/*'] }] },
  { name: 'Virtual Machine Contributor', permissions: [{ actions: ['Microsoft.Compute/virtualMachines/*'] }] },
  { name: 'Storage Blob Data Reader', permissions: [{ dataActions: [BLOB] }] },
  {
    name: 'Key Vault Secrets User',
    permissions: [{ dataActions: [SECRET, 'Microsoft.KeyVault/vaults/secrets/readMetadata/action'] }],
  },
  {
    name: 'All data but deletion',
    permissions: [
      {
        dataActions: ['Microsoft.Storage/storageAccounts/blobServices/containers/blobs/*'],
        notDataActions: ['Microsoft.Storage/storageAccounts/blobServices/containers/blobs/delete'],
      },
    ],
  },
  {
    name: 'Two parts',
    permissions: [
      { actions: ['Microsoft.Compute/*'], notActions: ['Microsoft.Compute/*/write'] },
      { actions: ['Microsoft.Compute/disks/write'] },
    ],
  },
]

const has = (role: string, scope = GROUP, principal_id = 'ana'): AzureAssignment => ({ principal_id, role, scope })
const ask = (
  action: string,
  scope: string,
  assignments: AzureAssignment[],
  more: Partial<AzureRequest> = {},
): AzureRequest => ({ client: 'ana@corp.example', object_id: 'ana', action, scope, roles, assignments, ...more })
const data = { data: true }
const denied = (permissions: AzurePermissions, more: Partial<AzureDenyAssignment> = {}): Partial<AzureRequest> => ({
  deny_assignments: [
    { name: 'locked', id: 'd1', principals: ['*'], scope: GROUP, permissions: [permissions], ...more },
  ],
})
const refused = (action: string, scope: string) =>
  `does not have authorization to perform action '${action}' over scope '${scope}' or the scope is invalid`
const byDeny = "however, the access is denied because of the deny assignment with name 'locked' and Id 'd1'"

const STEPS = 'How Azure RBAC determines if a user has access to a resource'
const SCOPE = 'Understand scope for Azure RBAC'
const ROLE = 'Understand Azure role definitions'
const DATA = 'Understand Azure role definitions: control and data actions'
const MANY = 'What is Azure RBAC: multiple role assignments'
const DENY = 'Understand Azure deny assignments'
const BUILTIN = 'Azure built-in roles'

export const azureCases: AzureCase[] = [
  [STEPS, 'without an assignment the answer is no', ask(READ, VM, []), refused(READ, VM)],
  [
    STEPS,
    'the refusal names client and object',
    ask(READ, VM, []),
    "The client 'ana@corp.example' with object id 'ana'",
  ],
  [STEPS, 'an assignment of the action is enough', ask(READ, VM, [has('Reader')]), true],
  [
    STEPS,
    'an assignment of somebody else says nothing',
    ask(READ, VM, [has('Reader', GROUP, 'eva')]),
    refused(READ, VM),
  ],
  [
    STEPS,
    'an assignment of a group holds for its members',
    ask(READ, VM, [has('Reader', GROUP, 'staff')], { groups: ['staff'] }),
    true,
  ],
  [STEPS, 'and for nobody else', ask(READ, VM, [has('Reader', GROUP, 'staff')]), refused(READ, VM)],
  [STEPS, 'an unknown role gives nothing', ask(READ, VM, [has('Wizard')]), refused(READ, VM)],
  [STEPS, 'a role by its id', ask(READ, VM, [has('acdd72a7')]), true],
  [SCOPE, 'on the resource itself', ask(READ, VM, [has('Reader', VM)]), true],
  [SCOPE, 'from the subscription down', ask(READ, VM, [has('Reader', SUB)]), true],
  [
    SCOPE,
    'from the management group down',
    ask(READ, VM, [has('Reader', MANAGEMENT)], { management_groups: [MANAGEMENT] }),
    true,
  ],
  [
    SCOPE,
    'from a management group that the subscription is not in',
    ask(READ, VM, [has('Reader', MANAGEMENT)]),
    refused(READ, VM),
  ],
  [SCOPE, 'from the root down', ask(READ, VM, [has('Reader', '/')]), true],
  [
    SCOPE,
    'not upward',
    ask('Microsoft.Resources/subscriptions/resourceGroups/read', GROUP, [has('Reader', VM)]),
    'does not have authorization to perform action',
  ],
  [SCOPE, 'not sideways', ask(READ, VM, [has('Reader', `${SUB}/resourceGroups/rg-mail`)]), refused(READ, VM)],
  [
    SCOPE,
    'a group whose name begins the same is another',
    ask(READ, VM, [has('Reader', `${SUB}/resourceGroups/rg`)]),
    refused(READ, VM),
  ],
  [SCOPE, 'without regard to case', ask(READ, VM, [has('reader', GROUP.toUpperCase())]), true],
  [SCOPE, 'a slash at the end changes nothing', ask(READ, VM, [has('Reader', `${GROUP}/`)]), true],
  [SCOPE, 'what stands below a resource belongs to it', ask(READ, `${VM}/extensions/x`, [has('Reader', VM)]), true],
  [ROLE, 'a star for every kind of resource', ask(READ, VM, [has('Reader')]), true],
  [
    ROLE,
    'a reader writes nothing',
    ask('Microsoft.Compute/virtualMachines/write', VM, [has('Reader')]),
    'does not have authorization to perform action',
  ],
  [ROLE, 'names of actions count without regard to case', ask(READ.toUpperCase(), VM, [has('Reader')]), true],
  [
    ROLE,
    'a question mark is no wildcard',
    ask(READ, VM, [has('Odd')], {
      roles: [{ name: 'Odd', permissions: [{ actions: ['Microsoft.Compute/virtualMachines/rea?'] }] }],
    }),
    refused(READ, VM),
  ],
  [
    ROLE,
    'what notActions name is not given',
    ask('Microsoft.Authorization/roleAssignments/write', GROUP, [has('Contributor')]),
    'does not have authorization to perform action',
  ],
  [ROLE, 'reading it is', ask('Microsoft.Authorization/roleAssignments/read', GROUP, [has('Contributor')]), true],
  [
    ROLE,
    'notActions are no deny: another role may give it',
    ask('Microsoft.Authorization/roleAssignments/write', GROUP, [has('Contributor'), has('User Access Administrator')]),
    true,
  ],
  [
    ROLE,
    'notActions take away from the actions beside them alone',
    ask('Microsoft.Compute/disks/write', GROUP, [has('Two parts')]),
    true,
  ],
  [
    ROLE,
    'and they do take those away',
    ask('Microsoft.Compute/virtualMachines/write', GROUP, [has('Two parts')]),
    'does not have authorization to perform action',
  ],
  [
    DATA,
    'owner of a storage account reads no blob by that',
    ask(BLOB, STORE, [has('Owner')], data),
    'This request is not authorized to perform this operation using this permission.',
  ],
  [DATA, 'a role for data does', ask(BLOB, STORE, [has('Storage Blob Data Reader')], data), true],
  [
    DATA,
    'a role for data manages nothing',
    ask('Microsoft.Storage/storageAccounts/read', STORE, [has('Storage Blob Data Reader')]),
    'does not have authorization to perform action',
  ],
  [
    DATA,
    'contributor lists the keys of the account',
    ask('Microsoft.Storage/storageAccounts/listKeys/action', STORE, [has('Contributor')]),
    true,
  ],
  [
    DATA,
    'a reader does not',
    ask('Microsoft.Storage/storageAccounts/listKeys/action', STORE, [has('Reader')]),
    'does not have authorization to perform action',
  ],
  [
    DATA,
    'what notDataActions name is not given',
    ask(
      'Microsoft.Storage/storageAccounts/blobServices/containers/blobs/delete',
      STORE,
      [has('All data but deletion')],
      data,
    ),
    'not authorized',
  ],
  [DATA, 'what they leave is', ask(BLOB, STORE, [has('All data but deletion')], data), true],
  [DATA, 'a secret is data', ask(SECRET, VAULT, [has('Key Vault Secrets User')], data), true],
  [
    DATA,
    'contributor of the vault reads no secret',
    ask(SECRET, VAULT, [has('Contributor')], data),
    'Caller is not authorized to perform action on resource.',
  ],
  [MANY, 'assignments add up', ask(RUN, VM, [has('Reader', SUB), has('Virtual Machine Contributor')]), true],
  [
    MANY,
    'a smaller role below takes nothing from a bigger one above',
    ask('Microsoft.Compute/virtualMachines/write', VM, [has('Contributor', SUB), has('Reader')]),
    true,
  ],
  [DENY, 'it takes away what a role gave', ask(RUN, VM, [has('Owner')], denied({ actions: ['*'] })), byDeny],
  [DENY, 'other actions stay', ask(READ, VM, [has('Owner')], denied({ actions: ['*'], notActions: ['*/read'] })), true],
  [
    DENY,
    'whom it excludes keeps it',
    ask(RUN, VM, [has('Owner')], denied({ actions: ['*'] }, { exclude_principals: ['ana'] })),
    true,
  ],
  [
    DENY,
    'whom it names loses it',
    ask(RUN, VM, [has('Owner')], denied({ actions: ['*'] }, { principals: ['ana'] })),
    byDeny,
  ],
  [DENY, 'others keep it', ask(RUN, VM, [has('Owner')], denied({ actions: ['*'] }, { principals: ['eva'] })), true],
  [
    DENY,
    'a group that it names',
    ask(RUN, VM, [has('Owner')], { groups: ['staff'], ...denied({ actions: ['*'] }, { principals: ['staff'] }) }),
    byDeny,
  ],
  [
    DENY,
    'it holds below its scope',
    ask(RUN, VM, [has('Owner', VM)], denied({ actions: ['*'] }, { scope: SUB })),
    byDeny,
  ],
  [
    DENY,
    'unless it is kept from what is below',
    ask(RUN, VM, [has('Owner')], denied({ actions: ['*'] }, { do_not_apply_to_child_scopes: true })),
    true,
  ],
  [
    DENY,
    'elsewhere it says nothing',
    ask(RUN, VM, [has('Owner')], denied({ actions: ['*'] }, { scope: `${SUB}/resourceGroups/rg-mail` })),
    true,
  ],
  [
    DENY,
    'actions on data have a list of their own',
    ask(SECRET, VAULT, [has('Key Vault Secrets User')], { ...data, ...denied({ actions: ['*'] }) }),
    true,
  ],
  [
    DENY,
    'which denies them',
    ask(SECRET, VAULT, [has('Key Vault Secrets User')], { ...data, ...denied({ dataActions: ['*'] }) }),
    byDeny,
  ],
  [DENY, 'whoever has no role anyway is told so', ask(RUN, VM, [], denied({ actions: ['*'] })), refused(RUN, VM)],
  [
    BUILTIN,
    'Virtual Machine Contributor runs commands on the machine',
    ask(RUN, VM, [has('Virtual Machine Contributor')]),
    true,
  ],
  [BUILTIN, 'Reader does not', ask(RUN, VM, [has('Reader')]), refused(RUN, VM)],
]
