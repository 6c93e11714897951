import type { CloudName } from '../../db/schema/index.ts'

/** A trace of earlier holders in an emptied account: a history that no cleaner deletes, or names that remain taken. */
export interface Trace {
  id: string
  cloud: CloudName
  what: string
  /** Retention of the trace in the cloud. */
  lasts: string
  /** Whether it can be removed, by a cleaner or manually. */
  removable: boolean
  /** Permissions that reveal it, in the cloud's terms. */
  rights: string[]
  /** Whether the guard rail denies these permissions to everyone in an account. Not possible if ordinary work needs them. */
  denied: boolean
  /**
   * Commands with which the next holder of a simulated account would look for it. They print one name per line. `apart`: the simulated clouds store
   * it per environment, so it never reaches the next holder, and labs may use it. Null if the simulated clouds have no such feature.
   */
  simulated: string[][] | 'apart' | null
}

const RECORDED_TYPES = [
  ...['IAM::User', 'IAM::Role', 'S3::Bucket', 'EC2::Instance', 'SSM::Parameter', 'SecretsManager::Secret'],
  'Lambda::Function',
]

/** Receipts store the ids, so never change or reuse an id. */
export const traces: readonly Trace[] = [
  {
    id: 'aws_deleted_stacks',
    cloud: 'aws',
    what: 'Names of deleted stacks',
    lasts: '90 days',
    removable: false,
    rights: ['cloudformation:ListStacks', 'cloudformation:DescribeStacks'],
    denied: true,
    simulated: [['aws', 'cloudformation', 'list-stacks', '--query', 'StackSummaries[].StackName', '--output', 'text']],
  },
  {
    id: 'aws_commands',
    cloud: 'aws',
    what: 'Commands sent to machines, their output, sessions',
    lasts: '30 days',
    removable: false,
    denied: true,
    rights: ['ssm:ListCommands', 'ssm:ListCommandInvocations', 'ssm:DescribeSessions'],
    simulated: [['aws', 'ssm', 'list-commands', '--query', 'Commands[].CommandId', '--output', 'text']],
  },
  {
    id: 'aws_configuration',
    cloud: 'aws',
    what: 'Configuration history of resources',
    lasts: 'as configured',
    removable: false,
    denied: true,
    rights: ['config:GetResourceConfigHistory', 'config:ListDiscoveredResources', 'config:SelectResourceConfig'],
    simulated: RECORDED_TYPES.map((type) => [
      ...['aws', 'configservice', 'list-discovered-resources', '--resource-type', `AWS::${type}`],
      ...['--include-deleted-resources', '--query', 'resourceIdentifiers[].resourceName', '--output', 'text'],
    ]),
  },
  {
    id: 'aws_events',
    cloud: 'aws',
    what: 'Event history of CloudTrail',
    lasts: '90 days',
    removable: false,
    rights: ['cloudtrail:LookupEvents'],
    denied: true,
    simulated: 'apart',
  },
  {
    id: 'aws_pending',
    cloud: 'aws',
    what: 'Keys and secrets pending deletion',
    lasts: '7 to 30 days',
    removable: false,
    rights: ['kms:ListKeys', 'secretsmanager:ListSecrets'],
    denied: false,
    simulated: null,
  },
  {
    id: 'azure_deleted_vaults',
    cloud: 'azure',
    what: 'Names of deleted vaults, which remain reserved',
    lasts: '7 to 90 days',
    removable: true,
    denied: true,
    rights: ['Microsoft.KeyVault/deletedVaults/read', 'Microsoft.KeyVault/locations/deletedVaults/read'],
    simulated: [['az', 'keyvault', 'list-deleted', '--query', '[].name', '-o', 'tsv']],
  },
  {
    id: 'azure_deployments',
    cloud: 'azure',
    what: 'Deployments of the subscription',
    lasts: 'until they are deleted',
    removable: true,
    rights: ['Microsoft.Resources/deployments/read'],
    denied: true,
    simulated: [['az', 'deployment', 'sub', 'list', '--query', '[].name', '-o', 'tsv']],
  },
  {
    id: 'azure_activity',
    cloud: 'azure',
    what: 'Activity log of the subscription',
    lasts: '90 days',
    removable: false,
    rights: ['Microsoft.Insights/eventtypes/values/read'],
    denied: true,
    simulated: 'apart',
  },
  {
    id: 'gcp_operations',
    cloud: 'gcp',
    what: 'Names in operations of Compute Engine',
    lasts: '14 days or more',
    removable: false,
    denied: true,
    rights: ['compute.globalOperations.list', 'compute.regionOperations.list', 'compute.zoneOperations.list'],
    simulated: [['gcloud', 'compute', 'operations', 'list', '--format=value(targetLink)']],
  },
  {
    id: 'gcp_assets',
    cloud: 'gcp',
    what: 'History of assets',
    lasts: '35 days',
    removable: false,
    rights: ['cloudasset.assets.exportResource'],
    denied: true,
    simulated: null,
  },
  {
    id: 'gcp_audit',
    cloud: 'gcp',
    what: 'Audit log of administrators',
    lasts: '400 days',
    removable: false,
    rights: ['logging.logEntries.list'],
    denied: true,
    simulated: 'apart',
  },
  {
    id: 'gcp_deleted_names',
    cloud: 'gcp',
    what: 'Names of deleted buckets and roles',
    lasts: '7 days',
    removable: false,
    rights: ['storage.buckets.list', 'iam.roles.list'],
    denied: false,
    simulated: null,
  },
]

export const tracesOf = (cloud: CloudName) => traces.filter((one) => one.cloud === cloud)

/** Permissions that the simulated clouds' guard rail denies to everyone in an account. */
export const deniedInSimulation = (cloud: CloudName): string[] =>
  tracesOf(cloud).flatMap(({ denied, simulated, rights }) => (denied && simulated !== 'apart' ? rights : []))

/** Trace that the next holder could read with the broadest permissions of a lab. */
export interface FoundTrace {
  trace: string
  result: 'denied' | 'empty' | 'visible' | 'not_checked'
  /** The first visible names. */
  names: string[]
}

export const notChecked = ({ id }: Trace): FoundTrace => ({ trace: id, result: 'not_checked', names: [] })

/** Why an account may not be assigned to another learner; undefined if no trace is visible. */
export function describeVisible(found: readonly FoundTrace[]): string | undefined {
  const shown = found.filter(({ result }) => result === 'visible')
  if (shown.length === 0) return undefined
  const visible = shown.map(({ trace, names }) => {
    const what = traces.find(({ id }) => id === trace)?.what ?? trace
    return `${what} (${names.slice(0, 5).join(', ')})`
  })
  return `The next holder could read what earlier ones left: ${visible.join('; ')}. Set the guard rails above this account, then nuke it.`
}
