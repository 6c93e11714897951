import type { Cloud } from '../courses/schemas.ts'

export interface CloudCredential {
  /** Environment variable that Terraform and the cloud's cleaner read. */
  name: string
  label: string
  isSecret?: true
}

/** Credentials required for an account of each cloud. All are required; others are rejected. */
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

/** Column and field that hold the provider's own account id. */
export const cloudIdFields = { aws: 'account_id', azure: 'subscription_id', gcp: 'project_id' } as const

/** Columns of the import file, in template order. */
export const importColumnsOf = (cloud: Cloud): string[] => [
  cloudIdFields[cloud],
  'name',
  'region',
  ...cloudCredentials[cloud].map(({ name }) => name),
  'notes',
]
