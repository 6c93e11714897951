import { arnFor, arnOf } from '../aws/arn.ts'
import { AwsCaller } from '../aws/caller.ts'
import { resourcePolicyOf } from '../aws/documents.ts'
import { accessKeys, userIdentity } from '../aws/identity.ts'
import { findBucket, keyOf } from '../aws/services/s3-store.ts'
import { AzureCaller } from '../azure/caller.ts'
import { isLetIn } from '../azure/data.ts'
import { accountOf, idOf, providerOf } from '../azure/ids.ts'
import { learnerOf, userPrincipal } from '../azure/principals.ts'
import { assignmentsOf } from '../azure/roles.ts'
import { GcpCaller } from '../gcp/caller.ts'
import { learnerEmail } from '../gcp/ids.ts'
import { initialState } from '../initial-state.ts'
import { find, findNamed, fullName } from '../resources.ts'
import { Session } from '../session.ts'
import type { Resource, World } from '../world.ts'
import { awsRules, gcpRules, NEVER, type Rule } from './rules.ts'
/**
 * Resources that a console shows to the lab's identity: those it may list, with the settings it may open and the data it may read. Access is
 * evaluated as for commands. A module that grants no rights was not written for policy evaluation, so everything is shown.
 */
export function visibleResources(world: World, now: Date): Resource[] {
  if (!isJudged(world)) return world.resources
  const session = Session.open(world, initialState(world), { now, nonce: 'console', limits: { work: 1e9 } })
  const show = { aws: awsConsole, azure: azureConsole, gcp: gcpConsole }[world.cloud](session)
  return world.resources.flatMap((one) => show(one) ?? [])
}

/** Whether any identity has permissions in this account. If so, identities without permissions have no access. */
export const isJudged = (world: World): boolean =>
  world.cloud === 'azure'
    ? assignmentsOf(world).length > 0
    : world.resources.some(({ type, attributes }) =>
        world.cloud === 'aws'
          ? /^aws_iam_.*policy/.test(type) && (attributes.policy || attributes.policy_arn)
          : /_iam_member$/.test(type) && attributes.role && attributes.member,
      )

type Show = (resource: Resource) => Resource | undefined

/** Applies a rule to one resource: nothing, its name, its settings, its data. */
function byRule(one: Resource, rule: Rule, may: (action: string) => boolean): Resource | undefined {
  if (!may(rule.list)) return undefined
  const opens = may(rule.open ?? rule.list)
  const attributes = Object.entries(one.attributes).filter(([name]) => {
    if (NEVER.has(name)) return false
    const action = rule.data?.[name] ?? rule.data?.[name.replace(/_\d+$/, '')]
    return action ? may(action) : opens
  })
  return { ...one, attributes: Object.fromEntries(attributes) }
}

function awsConsole(session: Session): Show {
  const { world } = session
  const key = accessKeys(world).find(({ id }) => id === world.credentials.access_key_id)
  const user = find(world, 'aws_iam_user', key?.user ?? world.credentials.identity)
  const caller = user && new AwsCaller(session, userIdentity(world, user, ''), 'console')
  return (one) => {
    const rule = awsRules[one.type]
    if (!rule || !caller) return undefined
    const bucket =
      one.type === 'aws_s3_object'
        ? (findNamed(world, 'aws_s3_bucket', one.attributes.bucket ?? '') ??
          findBucket(world, one.attributes.bucket ?? ''))
        : undefined
    return byRule(one, rule, (action) => {
      const resource = targetOf(world, one, action, bucket)
      const holder = bucket ?? one
      const document =
        one.type === 'aws_s3_bucket' || bucket
          ? resourcePolicyOf(holder.attributes.policy)
          : one.type === 'aws_secretsmanager_secret'
            ? resourcePolicyOf(one.attributes.policy)
            : undefined
      return caller.may(action, { id: resource, resource: holder, policy: document && { kind: 'policy', document } })
    })
  }
}

/** ARN that a console action applies to. */
function targetOf(world: World, one: Resource, action: string, bucket: Resource | undefined): string {
  if (bucket)
    return action === 's3:ListBucket'
      ? `arn:aws:s3:::${fullName(bucket)}`
      : `arn:aws:s3:::${fullName(bucket)}/${keyOf(one)}`
  if (
    /:(ListAllMyBuckets|Describe(?!InstanceAttribute|Table|Secret|Parameters)\w*|List(Secrets|Functions|Tables|Keys))$/.test(
      action,
    )
  )
    return '*'
  if (action === 'ssm:DescribeParameters') return `arn:aws:ssm:${world.region}:${world.account_id}:*`
  const [, kind] = /^iam:List(User|Role|Group|Policie|InstanceProfile)s$/.exec(action) ?? []
  if (kind)
    return `arn:aws:iam::${world.account_id}:${{ User: 'user', Role: 'role', Group: 'group', Policie: 'policy', InstanceProfile: 'instance-profile' }[kind]}/`
  for (const owner of ['user', 'role', 'group'] as const)
    if (one.type.startsWith(`aws_iam_${owner}_`) && one.attributes[owner])
      return arnFor(world, `aws_iam_${owner}`, one.attributes[owner])
  if (one.type === 'aws_iam_access_key')
    return arnFor(world, 'aws_iam_user', one.attributes.user ?? world.credentials.identity)
  return arnOf(world, one)
}

function azureConsole(session: Session): Show {
  const { world } = session
  const user = learnerOf(world)
  const caller = user && new AzureCaller(session, userPrincipal(world, user), 'portal')
  return (one) => {
    if (!caller) return undefined
    if (one.type.startsWith('azuread_')) return stripped(one)
    const may = (action: string, id = idOf(world, one), data = false) => caller.may(action, { id, data })
    if (one.type === 'azurerm_role_assignment') {
      const assignment = assignmentsOf(world).find(({ resource }) => resource.name === one.name)
      return assignment && may('Microsoft.Authorization/roleAssignments/read', assignment.scope)
        ? stripped(one)
        : undefined
    }
    if (one.type === 'azurerm_key_vault_secret') {
      const vault = find(world, 'azurerm_key_vault', one.attributes.vault ?? '')
      if (!vault || !isLetIn(session, vault)) return undefined
      const secrets = 'Microsoft.KeyVault/vaults/secrets'
      return byRule(
        one,
        { list: `${secrets}/readMetadata/action`, data: { value: `${secrets}/getSecret/action` } },
        (action) => may(action, idOf(world, one), true),
      )
    }
    if (one.type === 'azurerm_storage_blob' || one.type === 'azurerm_storage_container') {
      const account = accountOf(world, one)
      const blobs = 'Microsoft.Storage/storageAccounts/blobServices/containers'
      if (!account || !isLetIn(session, account)) return undefined
      // The portal reads data with an account key if its user may list the keys.
      const withKey = may('Microsoft.Storage/storageAccounts/listKeys/action', idOf(world, account))
      if (one.type === 'azurerm_storage_container')
        return withKey || may(`${blobs}/read`, idOf(world, one)) ? stripped(one) : undefined
      return withKey || may(`${blobs}/blobs/read`, idOf(world, one), true) ? stripped(one) : undefined
    }
    const action =
      one.type === 'azurerm_resource_group'
        ? 'Microsoft.Resources/subscriptions/resourceGroups/read'
        : `${providerOf(one.type)}/read`
    return may(action) ? stripped(one) : undefined
  }
}

const stripped = (one: Resource): Resource => ({
  ...one,
  attributes: Object.fromEntries(Object.entries(one.attributes).filter(([name]) => !NEVER.has(name))),
})

function gcpConsole(session: Session): Show {
  const { world } = session
  const caller = new GcpCaller(session, `user:${learnerEmail(world)}`, [], 'console')
  const holderOf = ({ type, attributes, ...one }: Resource): Resource | undefined => {
    if (attributes.bucket) return findNamed(world, 'google_storage_bucket', attributes.bucket)
    if (attributes.secret) return find(world, 'google_secret_manager_secret', attributes.secret)
    if (type === 'google_service_account_iam_member' && attributes.service_account)
      return find(world, 'google_service_account', attributes.service_account)
    return { ...one, type, attributes }
  }
  return (one) => {
    const rule = gcpRules[one.type]
    return rule && byRule(one, rule, (permission) => caller.may(permission, { id: '', resource: holderOf(one) }))
  }
}
