import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { setMailDay } from '../vouchers/service.ts'
import { assertGiftDay, giftTime } from './gift-day.ts'
import * as queries from './queries.ts'
import { findOwnOrder, readOrder } from './service.ts'

/** Changes a gift before it is sent. The mails read the order when they are written, so they include the change. */
export async function updateGift(
  deps: Pick<Deps, 'db' | 'clock'>,
  user: CurrentUser,
  id: string,
  { message, on }: Output<'giftUpdate'>,
) {
  await findOwnOrder(deps.db, user, id)
  const now = deps.clock.now()
  if (on) assertGiftDay(now, on, 'on')
  await deps.db.transaction(async (tx) => {
    const order = await queries.lockOrder(tx, id)
    if (order.gift_on === null) throw new ApiError('conflict', 'This order is no gift for a day.')
    if (giftTime(order.gift_on) <= now) throw new ApiError('conflict', 'This gift has gone out already.')
    await queries.updateGift(tx, id, {
      ...(message !== undefined && { gift_message: message || null }),
      ...(on && { gift_on: on }),
    })
    if (on) await setMailDay(tx, id, giftTime(on))
  })
  return readOrder(deps, user, id)
}
