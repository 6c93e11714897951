import { CloudError } from '../engine/caller.ts'
import { secretOf } from '../generated-ids.ts'
import { isInRange } from '../policies/ip-range.ts'
import { all, fullName, wordsOf } from '../resources.ts'
import type { Session } from '../session.ts'
import { isSame } from '../signed-claims.ts'
import type { Resource, World } from '../world.ts'
import type { AzureCaller } from './caller.ts'
import { accountOf, idOf } from './ids.ts'

/** Whether the firewall of a vault or storage account allows the calling host. */
export function isLetIn({ host, world, address }: Session, resource: Resource): boolean {
  const rules = all(world, 'azurerm_storage_account_network_rules').filter(
    ({ attributes }) =>
      resource.type === 'azurerm_storage_account' && (!attributes.account || attributes.account === resource.name),
  )
  const closed =
    [resource, ...rules].some(({ attributes }) => attributes.network_default_action === 'Deny') ||
    rules.some(({ attributes }) => attributes.network_default_action === undefined)
  if (!closed) return true
  const subnet =
    host.kind === 'inside' ? (host.resource.attributes.subnet ?? all(world, 'azurerm_subnet')[0]?.name) : undefined
  const admitted = [resource, ...rules].flatMap(({ attributes }) => wordsOf(attributes.subnets))
  if (subnet !== undefined && admitted.includes(subnet)) return true
  return [resource, ...rules]
    .flatMap(({ attributes }) => wordsOf(attributes.ip_rules))
    .some((range) => isInRange(range, address))
}

const VAULT = 'Microsoft.KeyVault/vaults/secrets'

export const secretUrl = (vault: string, name: string) => `https://${vault}.vault.azure.net/secrets/${name}`

export function findVault(world: World, name: string): Resource {
  const found = all(world, 'azurerm_key_vault').find((one) => fullName(one) === name)
  if (!found)
    throw new CloudError('VaultNotFound', `Failed to resolve “${name}.vault.azure.net”: there is no such vault.`)
  return found
}

export const secretsOf = (world: World, vault: Resource) =>
  all(world, 'azurerm_key_vault_secret').filter(
    ({ attributes }) => (attributes.vault ?? all(world, 'azurerm_key_vault')[0]?.name) === vault.name,
  )

function assertLetIn({ session, principal }: AzureCaller, vault: Resource) {
  if (!isLetIn(session, vault))
    throw new CloudError(
      'Forbidden',
      `(Forbidden) Client address is not authorized and caller is not a trusted service.\nClient address: ${session.address}\nCaller: appid=;oid=${principal.objectId}\nVault: ${fullName(vault)};location=${session.world.region}\nCode: Forbidden\nInner error: {\n    "code": "ForbiddenByFirewall"\n}`,
    )
}

/** An operation on the secrets of a vault: checks the firewall first, then the roles. */
export function onVault<T>(
  caller: AzureCaller,
  vault: Resource,
  action: 'getSecret/action' | 'readMetadata/action' | 'setSecret/action',
  scope: string,
  work: () => T,
): T {
  assertLetIn(caller, vault)
  const refusal = () =>
    new CloudError(
      'Forbidden',
      `(Forbidden) Caller is not authorized to perform action on resource.\nIf role assignments, deny assignments or role definitions were changed recently, please observe propagation time.\nCaller: appid=;oid=${caller.principal.objectId}\nAction: '${VAULT}/${action}'\nResource: '${scope.toLowerCase()}'\nAssignment: (not found)\nCode: Forbidden\nInner error: {\n    "code": "ForbiddenByRbac"\n}`,
    )
  return caller.act(`${VAULT}/${action}`, { id: scope, data: true, refusal }, work)
}

export function readSecret(caller: AzureCaller, vault: Resource, name: string) {
  const found = secretsOf(caller.world, vault).find((one) => one.name === name)
  return onVault(caller, vault, 'getSecret/action', `${idOf(caller.world, vault)}/secrets/${name}`, () => {
    if (!found)
      throw new CloudError(
        'SecretNotFound',
        `(SecretNotFound) A secret with (name/id) ${name} was not found in this key vault.\nCode: SecretNotFound`,
      )
    return {
      id: `${secretUrl(fullName(vault), name)}/${secretOf(caller.world, name, 32).toLowerCase()}`,
      name,
      value: found.attributes.value ?? '',
      attributes: { enabled: true },
    }
  })
}

export const listSecrets = (caller: AzureCaller, vault: Resource) =>
  onVault(caller, vault, 'readMetadata/action', idOf(caller.world, vault), () =>
    secretsOf(caller.world, vault).map(({ name }) => ({
      id: secretUrl(fullName(vault), name),
      name,
      attributes: { enabled: true },
    })),
  )

export function findAccount(world: World, name: string): Resource {
  const found = all(world, 'azurerm_storage_account').find((one) => fullName(one) === name || one.name === name)
  if (!found) throw new CloudError('ResourceNotFound', `The storage account '${name}' was not found.`)
  return found
}

export const accountKeys = (world: World, account: Resource) =>
  ['key1', 'key2'].map((keyName) => ({
    keyName,
    permissions: 'FULL',
    value: `${secretOf(world, `${keyName} ${account.name}`, 86)}==`,
  }))

const isKeyOf = (world: World, account: Resource, given: string) =>
  accountKeys(world, account).some(({ value }) => isSame(value, given))

export const blobsOf = (world: World, account: Resource, container: string) =>
  all(world, 'azurerm_storage_blob').filter(
    (one) => one.attributes.container === container && accountOf(world, one) === account,
  )

export const containersOf = (world: World, account: Resource) =>
  all(world, 'azurerm_storage_container').filter((one) => accountOf(world, one) === account)

const NO_DATA_ROLE =
  '\nYou do not have the required permissions needed to perform this operation.\nDepending on your operation, you may need to be assigned one of the following roles:\n    "Storage Blob Data Owner"\n    "Storage Blob Data Contributor"\n    "Storage Blob Data Reader"\n    "Storage Queue Data Contributor"\n    "Storage Queue Data Reader"\n\nIf you want to use the old authentication method and allow querying for the right account key, please use the "--auth-mode" parameter and "key" value.'

/** Opens the data of a storage account: with an account key everything, otherwise according to roles. */
export function openStorage(caller: AzureCaller, account: Resource, key: string | undefined) {
  const { world, session } = caller
  if (!isLetIn(session, account))
    throw new CloudError(
      'AuthorizationFailure',
      'This request is not authorized to perform this operation.\nErrorCode:AuthorizationFailure',
    )
  if (key !== undefined && !isKeyOf(world, account, key))
    throw new CloudError(
      'AuthenticationFailed',
      'Server failed to authenticate the request. Please refer to the information in the www-authenticate header.\nErrorCode:AuthenticationFailed',
    )
  const refusal = () => new CloudError('AuthorizationPermissionMismatch', NO_DATA_ROLE)
  const as = <T>(action: string, id: string, data: boolean, work: () => T): T =>
    key === undefined ? caller.act(action, { id, data, refusal }, work) : work()
  const scope = idOf(world, account)
  const blobScope = (container: string) => `${scope}/blobServices/default/containers/${container}`
  const READ = 'Microsoft.Storage/storageAccounts/blobServices/containers'
  return {
    containers: () => as(`${READ}/read`, scope, false, () => containersOf(world, account)),
    blobs: (container: string) =>
      as(`${READ}/blobs/read`, blobScope(container), true, () => {
        if (!containersOf(world, account).some(({ name }) => name === container))
          throw new CloudError(
            'ContainerNotFound',
            'The specified container does not exist.\nErrorCode:ContainerNotFound',
          )
        return blobsOf(world, account, container)
      }),
    read: (container: string, name: string) =>
      as(`${READ}/blobs/read`, blobScope(container), true, () => {
        const found = blobsOf(world, account, container).find((one) => (one.attributes.blob ?? one.name) === name)
        if (!found) throw new CloudError('BlobNotFound', 'The specified blob does not exist.\nErrorCode:BlobNotFound')
        return found
      }),
  }
}
