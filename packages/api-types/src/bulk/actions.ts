import { type AdminOperationName, adminOperations } from '../admin.ts'
import type { Capability, Operation } from '../contract/operation.ts'
import type { ConsoleList } from '../links.ts'
import type { BulkActionName } from './schemas.ts'

/** One thing that can be done to many rows of a list. */
interface BulkActionRow {
  /** The list whose rows it is done to, by its row in the table of calls. */
  list: ConsoleList
  /** The call that does it to one of them: whoever may make that call may do this. */
  like: AdminOperationName
  /** The field of that call's body, where fields need rights of their own. */
  field?: string
  /** What takes it back, for ten minutes. */
  undoneBy?: BulkActionName
  /** A reason is asked for, and kept in the audit log with every row. */
  reason?: true
  title: string
  /** What the rows are afterwards: "37 disabled". */
  done: string
}

/** Everything that can be done to many rows at once. */
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

/** The words and rules of an action, whichever it is. */
export const bulkActionOf = (name: BulkActionName): BulkActionRow => bulkActions[name]

/** Any one of these lets an administrator do it: those of the call that does it to one row. */
export function capabilitiesOf(name: BulkActionName): readonly Capability[] | undefined {
  const { like, field } = bulkActionOf(name)
  const row = callOf(like)
  return (field && row.fieldCapabilities?.[field]) || row.capabilities
}

/** The row of the call that does it once. */
export const callOf = (like: AdminOperationName): Operation => adminOperations[like]
