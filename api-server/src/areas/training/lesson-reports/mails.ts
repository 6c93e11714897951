import { paths } from '@flagyard/api-types/links'
import { greeting, type OutgoingMail } from '../../../mail/outbox.ts'
import type { FoundReport } from './queries.ts'

type Closed = Omit<FoundReport, 'learner'> & { learner: NonNullable<FoundReport['learner']> }

/** Sent once, when a report is closed: thanks and the answer. */
export const closedMail = (
  { report, course, section, lesson, learner }: Closed,
  answer: string | null,
  publicUrl: string,
): OutgoingMail => ({
  kind: 'lesson_report_closed',
  to: learner.email,
  userId: learner.id,
  dedupeKey: `lesson_report:${report.id}:closed`,
  content: {
    subject: `Your report about “${lesson.title}”`,
    preview: 'We have looked at what you told us. Thank you.',
    heading: 'Thank you for telling us',
    paragraphs: [
      greeting(learner),
      `You told us about an error in the lesson “${lesson.title}”: “${report.words}”`,
      answer ? `We have looked at it, and answer: ${answer}` : 'We have looked at it, and your report is closed.',
    ],
    // An archived lesson cannot be opened any more.
    action: lesson.archived_at
      ? { label: 'Open the course', url: `${publicUrl}${paths.classroom(course)}` }
      : { label: 'Open the lesson', url: `${publicUrl}${paths.lesson(course, { section, lesson: lesson.slug })}` },
  },
})
