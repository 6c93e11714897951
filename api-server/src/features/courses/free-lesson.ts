import type { LessonRow } from './queries.ts'

/** Whether everybody may study the lesson, without an account. A lab never is free: it costs a cloud account. */
export const isFreeLesson = ({
  free_preview,
  kind,
  lab_id,
  archived_at,
}: Pick<LessonRow, 'free_preview' | 'kind' | 'lab_id' | 'archived_at'>) =>
  free_preview && kind !== 'lab' && lab_id === null && archived_at === null

/** Whether everybody may read the lesson of a lab and rehearse it in a simulated account. The real one opens with the course. */
export const isFreeToRehearse = ({
  free_preview,
  kind,
  lab_id,
  archived_at,
}: Pick<LessonRow, 'free_preview' | 'kind' | 'lab_id' | 'archived_at'>) =>
  free_preview && kind === 'lab' && lab_id !== null && archived_at === null
