import type { Note } from '@flagyard/api-types'
import { time } from './classroom.ts'

let made = 0

/** A note at the reading of the course of `classroom.ts`. */
export const note = (more: Partial<Note> = {}): Note => ({
  id: `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`,
  position_seconds: null,
  text: 'Words',
  created_at: time(0),
  updated_at: time(0),
  version: 1,
  lesson: {
    ...{ course: 'aws', course_title: 'AWS Foundations', section: 'identity', lesson: 'notes' },
    ...{ title: 'What to keep', opens: 'classroom' },
  },
  ...more,
})
