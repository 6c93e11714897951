import type { VideoUrl } from '@flagyard/api-types'

export type Chapter = VideoUrl['chapters'][number]

/** The chapter at a position in seconds. */
export const chapterAt = (chapters: readonly Chapter[], second: number): Chapter | undefined =>
  chapters.findLast((chapter) => chapter.second <= second)

/** Chapters within the video's duration: the video may have been replaced by a shorter one. */
export const chaptersOf = ({ chapters, duration_seconds }: VideoUrl): Chapter[] =>
  chapters.filter(({ second }) => second < duration_seconds)
