import type { LessonRecord } from '@flagyard/api-types'

/** Form value of captions; `text` holds text that is not stored yet. */
export type EditedCaptions = LessonRecord['captions'][number] & { text?: string | undefined }
