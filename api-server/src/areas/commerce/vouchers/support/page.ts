import { operations, type VoucherRow } from '@flagyard/api-types'
import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../../identity/require-access.ts'
import { listMailsAbout } from '../../../../mail/queries.ts'
import { codeForAdmin } from '../code.ts'
import { findForPage, listUses } from './queries.ts'

export async function readVoucher(
  { db, orderNumbers }: Pick<Deps, 'db' | 'orderNumbers'>,
  caller: CurrentUser,
  id: string,
): Promise<Accepted<'voucherPage'>> {
  const found = await findForPage(db, orderNumbers, id)
  if (!found) throw new ApiError('not_found', 'There is no such voucher.')
  const { order_id } = found
  const about = [`voucher:${found.id}`, ...(order_id ? [`order:${order_id}`] : [])]
  const mails = await listMailsAbout(db, about)
  return {
    ...found,
    code: codeForAdmin(found.code, caller),
    opened: await listUses(db, found.id),
    // The order's mails include those to other recipients.
    mails: mails.filter(({ about, to }) => about !== `order:${order_id}` || isSame(to, found.recipient)).map(toMail),
    allowed: allowedOnVoucher(found, caller),
  }
}

const isSame = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase()
const toMail = ({ about: _, ...mail }: Awaited<ReturnType<typeof listMailsAbout>>[number]) => mail

type Subject = Pick<VoucherRow, 'state' | 'used' | 'uses'>

/** Actions that the voucher's state permits. The service checks the same before it acts. */
export const possibleWith = ({ state, used, uses }: Subject) => ({
  revoke: state !== 'revoked',
  send: state === 'available',
  renew: state === 'available',
  change_expiry: state === 'available' || (state === 'expired' && used < uses),
})

export function allowedOnVoucher(voucher: Subject, caller: CurrentUser) {
  const possible = possibleWith(voucher)
  return allowedAmong({
    revoke: possible.revoke && mayCall(operations.revokeVoucher, caller),
    send: possible.send && mayCall(operations.sendVoucher, caller),
    renew: possible.renew && mayCall(operations.renewVoucher, caller),
    change_expiry: possible.change_expiry && mayCall(operations.updateVoucher, caller),
  })
}
