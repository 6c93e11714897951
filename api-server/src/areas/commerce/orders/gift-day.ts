import { MAX_GIFT_DAYS } from '@flagyard/api-types/schemas'
import { invalidField } from '../../../errors.ts'

/** Hour of the day at which gifts are sent, in UTC. */
const GIFT_HOUR = 9
const DAY_MS = 86_400_000

/** Time at which a gift for this day is sent. */
export const giftTime = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + GIFT_HOUR * 3_600_000)

/** Rejects a day in the past, or more than MAX_GIFT_DAYS ahead. */
export function assertGiftDay(now: Date, day: string, field: string): void {
  if (day < now.toISOString().slice(0, 10)) throw invalidField(field, 'This day is over')
  if (giftTime(day).getTime() - now.getTime() > (MAX_GIFT_DAYS + 1) * DAY_MS)
    throw invalidField(field, 'Choose a day within a year from today')
}
