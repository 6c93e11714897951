import type { Cloud } from '../courses/schemas.ts'

export interface CloudCredential {
  /** The variable of the environment by which Terraform and the cleaners of the cloud read it. */
  name: string
  label: string
  isSecret?: true
}

/** What each cloud asks of who works in an account: these, all of them, and nothing else. */
export const cloudCredentials: Readonly<Record<Cloud, readonly CloudCredential[]>> = {
  aws: [
    { name: 'AWS_ACCESS_KEY_ID', label: 'Access key id' },
    { name: 'AWS_SECRET_ACCESS_KEY', label: 'Secret access key', isSecret: true },
  ],
  azure: [
    { name: 'ARM_TENANT_ID', label: 'Tenant id' },
    { name: 'ARM_CLIENT_ID', label: 'Client id' },
    { name: 'ARM_CLIENT_SECRET', label: 'Client secret', isSecret: true },
  ],
  gcp: [{ name: 'GOOGLE_CREDENTIALS', label: 'Key of a service account (JSON)', isSecret: true }],
}

/** The column, and the field of a change, that names an account as its provider does. */
export const cloudIdFields = { aws: 'account_id', azure: 'subscription_id', gcp: 'project_id' } as const

/** The columns of a file by which accounts are imported, in the order of its template. */
export const importColumnsOf = (cloud: Cloud): string[] => [
  cloudIdFields[cloud],
  'name',
  'region',
  ...cloudCredentials[cloud].map(({ name }) => name),
  'notes',
]
