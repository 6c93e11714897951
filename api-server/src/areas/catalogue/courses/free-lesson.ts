import type { LessonRow } from './queries.ts'

/** Whether anyone may study the lesson without an account. Labs are never free, because they need a cloud account. */
export const isFreeLesson = ({
  free_preview,
  kind,
  lab_id,
  archived_at,
}: Pick<LessonRow, 'free_preview' | 'kind' | 'lab_id' | 'archived_at'>) =>
  free_preview && kind !== 'lab' && lab_id === null && archived_at === null

/** Whether anyone may read the lab lesson and rehearse it in a simulated account. The real lab requires access to the course. */
export const isFreeToRehearse = ({
  free_preview,
  kind,
  lab_id,
  archived_at,
}: Pick<LessonRow, 'free_preview' | 'kind' | 'lab_id' | 'archived_at'>) =>
  free_preview && kind === 'lab' && lab_id !== null && archived_at === null
