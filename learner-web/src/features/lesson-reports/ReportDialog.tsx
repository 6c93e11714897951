import type { LessonReportKind } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form, FormProblem, SelectField, SubmitButton, TextArea } from '@flagyard/ui/Form'
import { Link } from '@flagyard/ui/Link'
import { useRef } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { showSuccess } from '../../shell/toasts.ts'
import { type LessonPlace, reportKinds } from './MyReports.tsx'

interface Props {
  place: LessonPlace
  title: string
  hasVideo: boolean
  onClose: () => void
}

/** Reports an error in a lesson. The video position and the revision are added automatically. */
export default function ReportDialog({ place, title, hasVideo, onClose }: Props) {
  const idempotencyKey = useRef(crypto.randomUUID())
  const submission = useSubmit(async (values) => {
    const lessonReportPayload = {
      kind: values.get('kind') as LessonReportKind,
      words: String(values.get('words')).trim(),
    }
    try {
      await api.reportLesson({ ...place, lessonReportPayload }, { idempotencyKey: idempotencyKey.current })
    } catch (error) {
      idempotencyKey.current = crypto.randomUUID()
      throw error
    }
    showSuccess('Thank you. We will look into it and reply by e-mail.')
    void queryClient.invalidateQueries({ queryKey: callQuery('listMyLessonReports', place).queryKey })
    onClose()
  })
  return (
    <Dialog open title="Report an error in this lesson" onClose={onClose}>
      <Form name="report-lesson" submission={submission}>
        <p>
          What did you find in <b>{title}</b>? {hasVideo && 'We can see where you stopped in the video. '}
          For questions about your account, <Link to={paths.contact}>write to us</Link> instead.
        </p>
        <FormProblem>{submission.error}</FormProblem>
        <SelectField
          label="What is it?"
          name="kind"
          required
          options={Object.entries(reportKinds).map(([value, label]) => ({ value, label }))}
        />
        <TextArea
          label="Tell us more"
          name="words"
          required
          maxLength={2000}
          hint="What it says, and what it should say. Leave out flags and passwords."
        />
        <SubmitButton>Send the report</SubmitButton>
      </Form>
    </Dialog>
  )
}
