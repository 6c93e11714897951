export interface NextLesson {
  title: string
  path: string
  /** Nothing is left to do here, so that it may open by itself. */
  advances: boolean
}

/** The state of a page that the film before it has opened: its own film plays at once. */
export const PLAYS_AT_ONCE = { plays: true }

export const playsAtOnce = (state: unknown): boolean => (state as typeof PLAYS_AT_ONCE | null)?.plays === true
