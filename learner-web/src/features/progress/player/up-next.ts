export interface NextLesson {
  title: string
  path: string
  /** True if nothing is left to do in the current lesson, so that the next one may open automatically. */
  advances: boolean
}

/** Navigation state after an automatic advance: the video of the new page plays immediately. */
export const PLAYS_AT_ONCE = { plays: true }

export const playsAtOnce = (state: unknown): boolean => (state as typeof PLAYS_AT_ONCE | null)?.plays === true
