import { LessonNotes } from '../notes/LessonNotes.tsx'
import { useLessonPlayer } from './lesson-player.ts'
import type { LessonRef } from './lesson-ref.ts'

interface Props {
  course: string
  lesson: LessonRef
  title: string
}

/** The learner's notes on the current lesson, linked to positions in its video. */
export function NotesOfLesson({ course, lesson: { section, lesson }, title }: Props) {
  return <LessonNotes place={{ course, section, lesson }} title={title} player={useLessonPlayer()} />
}
