import type { LessonRecord } from '@flagyard/api-types'

/** As a form holds them: what is written and not stored yet stands in `text`. */
export type EditedCaptions = LessonRecord['captions'][number] & { text?: string | undefined }
