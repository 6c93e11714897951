import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { listMailsAbout } from '../../../mail/about-queries.ts'
import { findForPage } from './admin-queries.ts'
import { allowedOnVoucher } from './allowed.ts'
import { listUses } from './use-queries.ts'
import { codeForAdmin } from './visible-code.ts'

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
