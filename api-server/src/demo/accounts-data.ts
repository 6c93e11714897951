import type { CloudName } from '../db/schema/index.ts'

export type Condition = 'available' | 'hold' | 'quarantine' | 'pending'

/**
 * The pool: eight accounts per cloud, each in a state that jobs leave unchanged. Five are available: a booked exam reserves two of them, its own and
 * a spare, and labs use the others.
 */
export const pool: { cloud: CloudName; account_id: string; name: string; region: string; condition: Condition }[] = [
  ...entries('aws', 'eu-west-1', [
    '220944710032',
    '220944710148',
    '220944710251',
    '220944710367',
    '220944710473',
    '220944710589',
    '220944710624',
    '220944710732',
  ]),
  ...entries('azure', 'westeurope', [
    '5b1f0c52-7a0e-4c1b-9d0a-2f6c1e8a4b01',
    '5b1f0c52-7a0e-4c1b-9d0a-2f6c1e8a4b02',
    '5b1f0c52-7a0e-4c1b-9d0a-2f6c1e8a4b03',
    '5b1f0c52-7a0e-4c1b-9d0a-2f6c1e8a4b04',
    '5b1f0c52-7a0e-4c1b-9d0a-2f6c1e8a4b05',
    '5b1f0c52-7a0e-4c1b-9d0a-2f6c1e8a4b06',
    '5b1f0c52-7a0e-4c1b-9d0a-2f6c1e8a4b07',
    '5b1f0c52-7a0e-4c1b-9d0a-2f6c1e8a4b08',
  ]),
  ...entries('gcp', 'europe-west1', [
    'fy-lab-amber-01',
    'fy-lab-birch-02',
    'fy-lab-cedar-03',
    'fy-lab-dune-04',
    'fy-lab-ember-05',
    'fy-lab-fjord-06',
    'fy-lab-grove-07',
    'fy-lab-heath-08',
  ]),
]

function entries(cloud: CloudName, region: string, ids: string[]) {
  const conditions: readonly Condition[] = [
    'available',
    'available',
    'available',
    'hold',
    'quarantine',
    'pending',
    'available',
    'available',
  ]
  return ids.map((account_id, place) => {
    const name = `${cloud}-lab-${String(place + 1).padStart(2, '0')}`
    return { cloud, account_id, name, region, condition: conditions[place] ?? 'available' }
  })
}

/** Leftover resources that no clean-up could remove, and the provider's error. */
export const stubborn: Record<CloudName, { type: string; name: string; error: string }> = {
  aws: {
    type: 'aws_s3_bucket',
    name: 'lab-trail-logs',
    error: 'BucketNotEmpty: the bucket lab-trail-logs keeps object versions under a retention rule.',
  },
  azure: {
    type: 'azurerm_key_vault',
    name: 'kv-payments',
    error: 'Conflict: the vault kv-payments is protected from purging for 7 days.',
  },
  gcp: {
    type: 'google_storage_bucket',
    name: 'ledger-archive',
    error: 'The bucket ledger-archive has a locked retention policy until 30 days have passed.',
  },
}

/** Why the credentials of the sixth account are rejected. */
export const refusal: Record<CloudName, string> = {
  aws: 'InvalidClientTokenId: the security token included in the request is invalid.',
  azure: 'AADSTS7000222: the client secret keys of the application have expired.',
  gcp: 'invalid_grant: the service account key was deleted.',
}

/** Resources that may remain in every account. */
export const residue: Record<CloudName, { type: string; name: string }[]> = {
  aws: [{ type: 'aws_default_vpc', name: 'default' }],
  azure: [{ type: 'azurerm_resource_group', name: 'NetworkWatcherRG' }],
  gcp: [{ type: 'google_compute_network', name: 'default' }],
}
