import type { VideoUrl } from '@flagyard/api-types'

export type Chapter = VideoUrl['chapters'][number]

/** The chapter that plays at this second. */
export const chapterAt = (chapters: readonly Chapter[], second: number): Chapter | undefined =>
  chapters.findLast((chapter) => chapter.second <= second)
