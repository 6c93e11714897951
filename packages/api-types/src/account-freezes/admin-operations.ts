import type { Rows } from '../contract/operation.ts'

export const accountFreezeAdminOperations = {
  freezeUser: {
    method: 'POST',
    path: '/admin/user/{username}/freeze',
    auth: 'admin',
    capabilities: ['support'],
    body: 'freezeAsk',
    returns: 'freezeReport',
    idempotent: true,
    extension: true,
    summary:
      'Disables an account, ends all that it runs and keeps what is in its cloud accounts, or says what that would end',
  },
  unfreezeUser: {
    method: 'POST',
    path: '/admin/user/{username}/unfreeze',
    auth: 'admin',
    capabilities: ['support'],
    fieldCapabilities: { release_accounts: ['cloud'] },
    body: 'unfreezeAsk',
    returns: 'sentence',
    extension: true,
    summary: 'Lifts a freeze: the account can sign in again',
  },
} as const satisfies Rows
