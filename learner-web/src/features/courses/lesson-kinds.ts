import { formatMinutes } from '@flagyard/ui/format'

export const lessonKinds = {
  video: { icon: 'play', word: 'Video' },
  lab: { icon: 'flask', word: 'Lab' },
  reading: { icon: 'book', word: 'Reading' },
} as const

/** How long a lesson takes, in minutes and never less than one. */
export const formatDuration = (seconds: number): string => formatMinutes(Math.max(1, Math.round(seconds / 60)))
