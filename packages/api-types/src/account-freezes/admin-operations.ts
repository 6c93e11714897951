import type { Rows } from '../contract/operation.ts'
import { support } from '../contract/row.ts'

export const accountFreezeAdminOperations = {
  freezeUser: support('POST /admin/user/{username}/freeze', 'freezeAsk', 'freezeReport', {
    idempotent: true,
    summary: 'Disables an account, ends everything it runs and preserves its cloud accounts; with a dry run',
  }),
  unfreezeUser: support('POST /admin/user/{username}/unfreeze', 'unfreezeAsk', 'sentence', {
    fieldCapabilities: { release_accounts: ['cloud'] },
    summary: 'Lifts a freeze: the account can sign in again',
  }),
} satisfies Rows
