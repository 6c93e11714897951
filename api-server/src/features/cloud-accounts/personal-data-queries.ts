import { cloudAccounts, cloudAccountTransitions, regionOutages } from '../../db/schema/index.ts'
import { because, type PersonalData, personalColumns } from '../../extension-points/personal-data.ts'

const ours = 'about an account of ours in a cloud, and no person'
const leads = 'a number, which leads to nobody once the lab or the account is gone'

const pool = personalColumns(cloudAccounts, {
  id: { notExported: ours, kept: ours },
  cloud: { notExported: ours, kept: ours },
  account_id: { notExported: ours, kept: ours },
  name: { notExported: ours, kept: ours },
  region: { notExported: ours, kept: ours },
  credentials_sealed: { notExported: ours, kept: ours },
  status: { notExported: ours, kept: ours },
  lock_reason: { notExported: ours, kept: ours },
  status_since: { notExported: ours, kept: ours },
  used_contents: { notExported: ours, kept: ours },
  hold_reason: { notExported: ours, kept: ours },
  is_evidence: { notExported: ours, kept: ours },
  deployment_id: { notExported: ours, kept: leads },
  lease_token: { notExported: ours, kept: ours },
  heartbeat_at: { notExported: ours, kept: ours },
  last_error: { notExported: ours, kept: ours },
  last_nuked_at: { notExported: ours, kept: ours },
  nuke_failures: { notExported: ours, kept: ours },
  retry_at: { notExported: ours, kept: ours },
  notes: { notExported: ours, kept: ours },
  accepted_residue: { notExported: ours, kept: ours },
  residue_until: { notExported: ours, kept: ours },
  check_requested_at: { notExported: ours, kept: ours },
  checked_at: { notExported: ours, kept: ours },
  check_error: { notExported: ours, kept: ours },
  receipt_id: { notExported: ours, kept: ours },
  looked_at: { notExported: ours, kept: ours },
  retired_at: { notExported: ours, kept: ours },
  created_at: { notExported: ours, kept: ours },
  version: { notExported: ours, kept: ours },
})
const history = personalColumns(cloudAccountTransitions, {
  id: { notExported: ours, kept: ours },
  cloud_account_id: { notExported: ours, kept: ours },
  at: { notExported: ours, kept: ours },
  from_status: { notExported: ours, kept: ours },
  to_status: { notExported: ours, kept: ours },
  reason: { notExported: ours, kept: ours },
  actor_id: { notExported: ours, kept: leads },
  deployment_id: { notExported: ours, kept: leads },
})

const region = 'about a region of a cloud, and no person'
const outages = personalColumns(regionOutages, {
  id: { notExported: region, kept: region },
  cloud: { notExported: region, kept: region },
  region: { notExported: region, kept: region },
  reason: { notExported: region, kept: region },
  started_at: { notExported: region, kept: region },
  started_by: { notExported: because.administrator, kept: leads },
  ended_at: { notExported: region, kept: region },
  ended_by: { notExported: because.administrator, kept: leads },
})

/** Deployments record who used an account; these tables contain no names of learners. */
export const cloudAccountData: PersonalData = { name: 'cloud-accounts', tables: [pool, history, outages] }
