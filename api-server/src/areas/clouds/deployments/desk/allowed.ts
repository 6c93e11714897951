import { operations } from '@flagyard/api-types'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../../identity/require-access.ts'

/** Actions this administrator may take on the deployment now, based on the same refusals as the API calls. */
export const allowedOnDeployment = (
  row: Record<'end_refusal' | 'retry_refusal' | 'hold_refusal', string | null>,
  caller: CurrentUser,
) =>
  allowedAmong({
    end: row.end_refusal === null && mayCall(operations.endDeployment, caller),
    retry: row.retry_refusal === null && mayCall(operations.retryDeployment, caller),
    hold: row.hold_refusal === null && mayCall(operations.holdDeployment, caller),
  })
