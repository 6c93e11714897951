import type { LessonReportKind } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form, FormProblem, SelectField, SubmitButton, TextArea } from '@flagyard/ui/Form'
import { Link } from '@flagyard/ui/Link'
import { useRef } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/lesson-reports.ts'
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
    showSuccess(t.reportSent)
    void queryClient.invalidateQueries({ queryKey: callQuery('listMyLessonReports', place).queryKey })
    onClose()
  })
  return (
    <Dialog open title={t.reportError} onClose={onClose}>
      <Form name="report-lesson" submission={submission}>
        <p>
          {t.reportIntro({
            title,
            hasVideo: String(hasVideo),
            contact: (children) => <Link to={paths.contact}>{children}</Link>,
          })}
        </p>
        <FormProblem>{submission.error}</FormProblem>
        <SelectField
          label={t.whatIsIt}
          name="kind"
          required
          options={Object.entries(reportKinds).map(([value, label]) => ({ value, label }))}
        />
        <TextArea label={t.tellUsMore} name="words" required maxLength={2000} hint={t.tellUsMoreHint} />
        <SubmitButton>{t.send}</SubmitButton>
      </Form>
    </Dialog>
  )
}
