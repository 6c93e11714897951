import { operations } from '@flagyard/api-types'
import type { CloudName } from '../../../db/schema/index.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import {
  type AccountState,
  canAcceptResidue,
  canHold,
  canRetire,
  canWithdrawResidue,
  isKeptAsEvidence,
  nextState,
  releaseEvent,
} from './transitions.ts'

interface Account extends AccountState {
  cloud: CloudName
  deployment_id: string | null
  hold_reason: string | null
  is_evidence: boolean
  retired_at: Date | null
  /** The account has a learner's lab that is not ending yet. */
  is_lab_open: boolean
  has_leftovers: boolean
  residue_until: Date | null
}

/** Actions this administrator may take on the account now, by the same rules as the API calls. A retired account is read-only. */
export function allowedOnAccount(account: Account, caller: CurrentUser) {
  if (account.retired_at) return []
  const { update, nuke, retire } = operationsOf[account.cloud]
  const mayUpdate = mayCall(operations[update], caller)
  const mayNuke = mayCall(operations[nuke], caller)
  const canNuke =
    (nextState(account, 'nuke_requested') !== undefined || account.status === 'Dirty') && !isKeptAsEvidence(account)
  return allowedAmong({
    update: mayUpdate,
    verify: mayCall(operations.verifyCloudAccount, caller),
    hold: mayUpdate && canHold(account),
    release: mayUpdate && releaseEvent(account) !== undefined,
    nuke: mayNuke && canNuke,
    end_and_nuke: mayNuke && !canNuke && hasLabToEnd(account),
    accept_residue: mayCall(operations.acceptCloudResidue, caller) && canAcceptResidue(account),
    withdraw_residue: mayCall(operations.withdrawCloudResidue, caller) && canWithdrawResidue(account),
    retire: mayCall(operations[retire], caller) && canRetire(account),
  })
}

/** A lease can be ended together with its lab. An account with a built lab can be nuked after its lab has been torn down. */
function hasLabToEnd({ status, lock_reason, deployment_id, is_lab_open }: Account): boolean {
  if (status === 'Locked') return lock_reason === 'lease' && deployment_id !== null
  return (status === 'Provisioning' || status === 'Provisioned') && is_lab_open
}

const operationsOf = {
  aws: { update: 'updateAwsAccount', nuke: 'nukeAwsAccount', retire: 'deleteAwsAccount' },
  azure: { update: 'updateAzureSubscription', nuke: 'nukeAzureSubscription', retire: 'deleteAzureSubscription' },
  gcp: { update: 'updateGcpProject', nuke: 'nukeGcpProject', retire: 'deleteGcpProject' },
} as const
