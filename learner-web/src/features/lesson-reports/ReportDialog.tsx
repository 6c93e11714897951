import type { LessonReportKind } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form, FormProblem } from '@flagyard/ui/Form'
import { SelectField, TextArea } from '@flagyard/ui/fields'
import { Link } from '@flagyard/ui/Link'
import { useRef } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { toasts } from '../../shell/toasts.ts'
import styles from './lesson-reports.module.css'
import { type LessonPlace, reportKinds } from './MyReports.tsx'

interface Props {
  place: LessonPlace
  title: string
  hasFilm: boolean
  onClose: () => void
}

/** Reports an error in a lesson. The video position and the revision are added automatically. */
export default function ReportDialog({ place, title, hasFilm, onClose }: Props) {
  const idempotencyKey = useRef(crypto.randomUUID())
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
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
    toasts.show({ type: 'success', content: 'Thank you. We look at it, and answer by e-mail.' })
    void queryClient.invalidateQueries({ queryKey: callQuery('listMyLessonReports', place).queryKey })
    onClose()
  })
  return (
    <Dialog open title="Report an error in this lesson" onClose={onClose}>
      <Form name="report-lesson" onSubmit={submit} className={styles.form}>
        <p>
          What did you find in <b>{title}</b>? {hasFilm && 'We see where you stopped in the film. '}
          For questions about your account, <Link to={paths.contact}>write to us</Link> instead.
        </p>
        <FormProblem>{formError}</FormProblem>
        <SelectField
          label="What is it?"
          name="kind"
          required
          options={Object.entries(reportKinds).map(([value, label]) => ({ value, label }))}
          error={fieldError('kind')}
        />
        <TextArea
          label="Tell us more"
          name="words"
          required
          maxLength={2000}
          hint="What it says, and what it should say. Leave out flags and passwords."
          error={fieldError('words')}
        />
        <Button type="submit" variant="primary" busy={isPending}>
          Send the report
        </Button>
      </Form>
    </Dialog>
  )
}
