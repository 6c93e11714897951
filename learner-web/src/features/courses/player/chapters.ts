import type { VideoUrl } from '@flagyard/api-types'

export type Chapter = VideoUrl['chapters'][number]

/** The chapter that plays at this second. */
export const chapterAt = (chapters: readonly Chapter[], second: number): Chapter | undefined =>
  chapters.findLast((chapter) => chapter.second <= second)

/** The chapters that the film really has: a shorter one may have taken its place. */
export const chaptersOf = ({ chapters, duration_seconds }: VideoUrl): Chapter[] =>
  chapters.filter(({ second }) => second < duration_seconds)
