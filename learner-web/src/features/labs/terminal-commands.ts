import type { Deployment } from '@flagyard/api-types'

/** One line for the shell: a variable of the provider's command line and its value. */
export interface ShellVariable {
  name: string
  value: string
  secret: boolean
}

type Source = Pick<Deployment, 'cloud' | 'account_id' | 'credentials' | 'region'>

/** Which variables take a credential, by its label. */
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

/** Where the commands work: variables that are no secret, for an account and a region. */
const places: Record<Deployment['cloud'], { account: string[]; region: string[] }> = {
  aws: { account: [], region: ['AWS_DEFAULT_REGION'] },
  azure: { account: ['AZURE_SUBSCRIPTION_ID', 'ARM_SUBSCRIPTION_ID'], region: ['AZURE_DEFAULTS_LOCATION'] },
  gcp: { account: ['CLOUDSDK_CORE_PROJECT', 'GOOGLE_CLOUD_PROJECT'], region: ['CLOUDSDK_COMPUTE_REGION'] },
}

/** What lets the provider's command line use the lab's keys; empty for a lab that gives none. */
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

/** The same line for the eye: a secret is not shown in it. */
export const shownLine = (variable: ShellVariable) =>
  variable.secret ? `export ${variable.name}='••••••••'` : exportLine(variable)
