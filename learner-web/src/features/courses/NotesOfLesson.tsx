import { LessonNotes } from '../notes/LessonNotes.tsx'
import { useLessonPlayer } from './lesson-player.ts'
import type { LessonRef } from './lesson-ref.ts'

interface Props {
  course: string
  lesson: LessonRef
  title: string
}

/** The learner's notes of the lesson on this page, pinned to its film. */
export function NotesOfLesson({ course, lesson: { section, lesson }, title }: Props) {
  return <LessonNotes place={{ course, section, lesson }} title={title} player={useLessonPlayer()} />
}
