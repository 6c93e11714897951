import type { ExamReport } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { consolePaths, paths } from '@flagyard/api-types/links'
import { paragraphsOf } from '../../../../mail/message.ts'
import { greeting, type OutgoingMail } from '../../../../mail/outbox.ts'

interface Reported {
  exam: { slug: string; title: string }
  candidate: { id: string; username: string; email: string; full_name: string }
  report: Pick<ExamReport, 'kind' | 'text'>
}

const reportKinds: Record<ExamReport['kind'], string> = {
  environment: 'the environment',
  flag: 'a flag',
  connection: 'the connection',
  other: 'something else',
}

/** Mail to support: a candidate is waiting for an answer. */
export const reportMail = (to: string, publicUrl: string, { exam, candidate, report }: Reported): OutgoingMail => ({
  kind: 'exam_report',
  to,
  content: {
    subject: `A candidate reports a problem: ${exam.title}`,
    preview: report.text.slice(0, 120),
    heading: 'A candidate waits for an answer',
    paragraphs: [
      `${isolate(candidate.full_name)} (${candidate.username}) sits “${exam.title}” and has a problem with ${reportKinds[report.kind]}:`,
      ...paragraphsOf(report.text),
    ],
    action: { label: 'Answer in the console', url: `${publicUrl}${consolePaths.user(candidate.username)}/exams` },
  },
})

export const reportAnswerMail = (
  publicUrl: string,
  { exam, candidate, report }: Reported,
  answer: { id: string; text: string },
): OutgoingMail => ({
  kind: 'exam_report_answered',
  to: candidate.email,
  userId: candidate.id,
  dedupeKey: `exam-report:${answer.id}:answered`,
  content: {
    subject: `We answered your report: ${exam.title}`,
    preview: answer.text.slice(0, 120),
    heading: 'We answered your report',
    paragraphs: [
      greeting(candidate),
      `You told us about a problem with ${reportKinds[report.kind]} in “${exam.title}”. This is our answer:`,
      ...paragraphsOf(answer.text),
    ],
    action: { label: 'Open the exam room', url: publicUrl + paths.examroom(exam.slug) },
  },
})
