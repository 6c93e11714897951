import { formatMinutes } from '@flagyard/ui/format'

export const lessonKinds = {
  video: { icon: 'play', word: 'Video' },
  lab: { icon: 'flask', word: 'Lab' },
  reading: { icon: 'book', word: 'Reading' },
} as const

/** Duration of a lesson in minutes, or in seconds if below one minute. */
export const formatDuration = (seconds: number): string =>
  seconds < 60 ? `${Math.round(seconds)} s` : formatMinutes(Math.round(seconds / 60))
