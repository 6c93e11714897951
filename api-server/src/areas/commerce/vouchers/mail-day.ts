import { ApiError } from '../../../errors.ts'

/** Error for mailing a gift before its delivery day. */
export const waitsForItsDay = (day: Date | null) =>
  new ApiError(
    'conflict',
    `This is a gift for ${day?.toISOString().slice(0, 10) ?? 'a day'}. Nothing is mailed before.`,
  )
