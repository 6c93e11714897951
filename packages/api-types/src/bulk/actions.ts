import { type AdminOperationName, adminOperations } from '../admin.ts'
import type { Capability, Operation } from '../contract/operation.ts'
import type { ConsoleList } from '../links.ts'
import type { BulkActionName } from './schemas.ts'

/** An action on many rows of a list. */
interface BulkActionRow {
  /** Operation of the list whose rows are changed. */
  list: ConsoleList
  /** Operation that does the same to a single row; the bulk action needs the same rights. */
  like: AdminOperationName
  /** Body field of that operation, when the field needs rights of its own. */
  field?: string
  /** Action that undoes this one, for ten minutes. */
  undoneBy?: BulkActionName
  /** A reason is required and saved in the audit entry of every row. */
  reason?: true
  title: string
  /** Participle for the result, as in "37 disabled". */
  done: string
}

const bulkActions: Record<BulkActionName, BulkActionRow> = {
  'users.disable': {
    list: 'listUsers',
    like: 'updateUser',
    field: 'disabled',
    undoneBy: 'users.enable',
    reason: true,
    title: 'Disable accounts',
    done: 'disabled',
  },
  'users.enable': {
    list: 'listUsers',
    like: 'updateUser',
    field: 'disabled',
    undoneBy: 'users.disable',
    title: 'Enable accounts',
    done: 'enabled',
  },
  'users.resend_activation': {
    list: 'listUsers',
    like: 'resendActivationForUser',
    title: 'Send activation links again',
    done: 'mailed',
  },
  'users.send_password_reset': {
    list: 'listUsers',
    like: 'sendPasswordReset',
    title: 'Send password links',
    done: 'mailed',
  },
}

export const bulkActionNames = Object.keys(bulkActions) as BulkActionName[]

export const bulkActionOf = (name: BulkActionName): BulkActionRow => bulkActions[name]

/** An administrator needs one of these for the action. They are the capabilities of the single operation. */
export function capabilitiesOf(name: BulkActionName): readonly Capability[] | undefined {
  const { like, field } = bulkActionOf(name)
  const row = callOf(like)
  return (field && row.fieldCapabilities?.[field]) || row.capabilities
}

export const callOf = (like: AdminOperationName): Operation => adminOperations[like]
