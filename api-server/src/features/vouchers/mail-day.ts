import { ApiError } from '../../errors.ts'

/** A gift for a day is mailed to nobody before it. */
export const waitsForItsDay = (day: Date | null) =>
  new ApiError(
    'conflict',
    `This is a gift for ${day?.toISOString().slice(0, 10) ?? 'a day'}. Nothing is mailed before.`,
  )
