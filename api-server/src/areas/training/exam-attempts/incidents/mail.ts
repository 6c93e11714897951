import { createHash } from 'node:crypto'
import { paths } from '@flagyard/api-types/links'
import { greeting, type OutgoingMail } from '../../../../mail/outbox.ts'
import type { Touched } from './candidate-queries.ts'

interface Letter extends Pick<Touched, 'exam' | 'user'> {
  incident: string
  attempt: string
  subject: string
  text: string
}

/** Mail to a candidate about an incident, in plain text paragraphs. The dedupe key prevents sending the same text twice. */
export const incidentMail = (
  { incident, attempt, subject, text, exam, user }: Letter,
  publicUrl: string,
): OutgoingMail => ({
  kind: 'exam_incident',
  to: user.email,
  userId: user.id,
  dedupeKey: `exam-incident:${incident}:${attempt}:${createHash('sha256').update(`${subject}\n${text}`).digest('hex').slice(0, 32)}`,
  content: {
    subject,
    preview: `About your exam “${exam.title}”.`,
    heading: subject,
    paragraphs: [greeting(user), ...paragraphsOf(text), `This is about your exam “${exam.title}”.`],
    action: { label: 'Open the exam room', url: publicUrl + paths.examroom(exam.slug) },
  },
})

const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
