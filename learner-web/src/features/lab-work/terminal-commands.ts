import type { Deployment } from '@flagyard/api-types'

/** An environment variable for the provider's command-line tool. */
export interface ShellVariable {
  name: string
  value: string
  secret: boolean
}

type Source = Pick<Deployment, 'cloud' | 'account_id' | 'credentials' | 'region'>

/** Environment variables for a credential, by its label. */
const named: Record<Deployment['cloud'], Record<string, string[]>> = {
  aws: {
    'Access key id': ['AWS_ACCESS_KEY_ID'],
    'Secret access key': ['AWS_SECRET_ACCESS_KEY'],
    'Session token': ['AWS_SESSION_TOKEN'],
  },
  azure: {
    'Client id': ['AZURE_CLIENT_ID', 'ARM_CLIENT_ID'],
    'Client secret': ['AZURE_CLIENT_SECRET', 'ARM_CLIENT_SECRET'],
    'Tenant id': ['AZURE_TENANT_ID', 'ARM_TENANT_ID'],
  },
  gcp: { 'Access token': ['CLOUDSDK_AUTH_ACCESS_TOKEN', 'GOOGLE_OAUTH_ACCESS_TOKEN'] },
}

/** Non-secret environment variables for the account and region. */
const places: Record<Deployment['cloud'], { account: string[]; region: string[] }> = {
  aws: { account: [], region: ['AWS_DEFAULT_REGION'] },
  azure: { account: ['AZURE_SUBSCRIPTION_ID', 'ARM_SUBSCRIPTION_ID'], region: ['AZURE_DEFAULTS_LOCATION'] },
  gcp: { account: ['CLOUDSDK_CORE_PROJECT', 'GOOGLE_CLOUD_PROJECT'], region: ['CLOUDSDK_COMPUTE_REGION'] },
}

/** Environment variables that configure the provider's command-line tool with the lab's keys; empty for a lab without keys. */
export function shellVariables({ cloud, account_id, credentials, region }: Source): ShellVariable[] {
  const keys = credentials.flatMap(({ label, value, secret }) =>
    (named[cloud][label] ?? []).map((name) => ({ name, value, secret })),
  )
  if (!keys.some(({ secret }) => secret)) return []
  const plain = (names: string[], value: string | null) =>
    value ? names.map((name) => ({ name, value, secret: false })) : []
  return [...keys, ...plain(places[cloud].account, account_id), ...plain(places[cloud].region, region)]
}

export const exportLine = ({ name, value }: ShellVariable) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`

/** The same line for display, with secrets masked. */
export const shownLine = (variable: ShellVariable) =>
  variable.secret ? `export ${variable.name}='••••••••'` : exportLine(variable)
