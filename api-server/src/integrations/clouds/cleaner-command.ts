import { type CommandTemplate, NO_DRY_RUN, type Place } from '../../cleaner-template.ts'
import type { CloudName } from '../../db/schema/index.ts'
import { type CloudAccess, CloudError } from './driver.ts'

export interface Filling {
  config: string
  /** Deployment that left the resources. */
  deployment: string | null
}

/** Arguments of one run. A value never splits its word. */
export function argumentsOf(
  template: CommandTemplate,
  { account_id, region, credentials }: CloudAccess,
  { config, deployment }: Filling,
  mode: 'look' | 'remove',
): [string, ...string[]] {
  const values: Record<Place, string> = {
    config,
    account: account_id,
    region,
    tenant: credentials.ARM_TENANT_ID ?? '',
    deployment: deployment ?? 'none',
  }
  // An id that looks like an option would be parsed as one.
  for (const value of Object.values(values))
    if (value.startsWith('-')) throw new CloudError('refused', `“${value}” cannot be passed to a cleaner.`)
  const [command = '', ...words] = template.map((word) =>
    word.replace(/\{(\w+)\}/g, (all, place: Place) => values[place] ?? all),
  )
  return [command, ...words, ...(mode === 'remove' ? [NO_DRY_RUN] : [])]
}

/** Variables of the server's environment passed to cleaners: program search path and network settings. */
const PASSED_ON = ['PATH', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'LANG']

/**
 * Environment of a cleaner: the credentials of the account under the names used by the cloud's tools, and nothing that could lead it to other
 * credentials. Its home is the folder of this run.
 */
export function environmentOf(
  { cloud, account_id, region, credentials }: CloudAccess,
  home: string,
  own: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]] as const]))
  const { ARM_TENANT_ID = '', ARM_CLIENT_ID = '', ARM_CLIENT_SECRET = '', GOOGLE_CREDENTIALS = '' } = credentials
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_SESSION_TOKEN } = credentials
  const byCloud: Record<CloudName, Record<string, string>> = {
    aws: {
      AWS_ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN ? { AWS_SESSION_TOKEN } : {}),
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
      // Without these, a tool whose credentials are rejected would search for others.
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_CONFIG_FILE: `${home}/no-config`,
      AWS_SHARED_CREDENTIALS_FILE: `${home}/no-credentials`,
    },
    azure: {
      ARM_TENANT_ID,
      ARM_CLIENT_ID,
      ARM_CLIENT_SECRET,
      ARM_SUBSCRIPTION_ID: account_id,
      AZURE_TENANT_ID: ARM_TENANT_ID,
      AZURE_CLIENT_ID: ARM_CLIENT_ID,
      AZURE_CLIENT_SECRET: ARM_CLIENT_SECRET,
      AZURE_SUBSCRIPTION_ID: account_id,
    },
    gcp: {
      GOOGLE_CREDENTIALS,
      GOOGLE_APPLICATION_CREDENTIALS_JSON: GOOGLE_CREDENTIALS,
      GOOGLE_CLOUD_PROJECT: account_id,
      // Prevents the use of the server machine's own cloud identity.
      GCE_METADATA_HOST: 'metadata.invalid',
    },
  }
  return { ...Object.fromEntries(passed), HOME: home, TMPDIR: home, ...byCloud[cloud] }
}
