import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { errorMessage } from '@flagyard/ui/error-message'
import { Failed, Loading } from '@flagyard/ui/Feedback'
import { Form } from '@flagyard/ui/Form'
import { SelectField, TextField } from '@flagyard/ui/fields'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import styles from './certificates.module.css'

interface MissingLesson {
  kind: string
  title: string
}

const types = [
  { value: 'required', label: 'Completion: every required lesson' },
  { value: 'commercial', label: 'Completion, naming the company that paid' },
  { value: 'arte', label: 'Expert: exam passed' },
] as const

/** Asks for the course, the type and the printed name. If the certificate is not earned yet, lists what is missing. */
export function GenerateDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { data, error, refetch } = useQuery({ ...callQuery('listMyCourses'), enabled: open })
  return (
    <Dialog open={open} title="Generate a certificate" onClose={onClose}>
      {error && <Failed what="your courses" why={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Loading what="your courses" />}
      {data?.length === 0 && (
        <p>
          You have no courses yet. <Link to={paths.courses}>Find one for you.</Link>
        </p>
      )}
      {data && data.length > 0 && <GenerateForm courses={data} />}
    </Dialog>
  )
}

function GenerateForm({ courses }: { courses: { slug: string; title: string }[] }) {
  const navigate = useNavigate()
  const fullName = useSession()?.user.full_name ?? ''
  const [missing, setMissing] = useState<{ course: string; lessons: MissingLesson[] } | null>(null)
  const idempotencyKey = useRef(crypto.randomUUID())
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    setMissing(null)
    const course = String(values.get('course'))
    const type = types.find(({ value }) => value === values.get('type'))?.value ?? 'required'
    try {
      const { id } = await api.generateCertificate(
        { course_id: course, generateCertificatePayload: { name: String(values.get('name')).trim(), type } },
        { idempotencyKey: idempotencyKey.current },
      )
      void queryClient.invalidateQueries()
      void navigate(paths.certificate(id))
    } catch (error) {
      if (error instanceof ApiError) {
        idempotencyKey.current = crypto.randomUUID()
        if (Array.isArray(error.extra.missing)) setMissing({ course, lessons: error.extra.missing as MissingLesson[] })
      }
      throw error
    }
  })
  return (
    <Form name="generate-certificate" onSubmit={submit} className={styles.form}>
      <SelectField
        label="Course"
        name="course"
        required
        options={courses.map(({ slug, title }) => ({ value: slug, label: title }))}
      />
      <SelectField label="Kind" name="type" required options={[...types]} error={fieldError('type')} />
      <TextField
        label="Name on the certificate"
        name="name"
        required
        defaultValue={fullName}
        autoComplete="name"
        maxLength={120}
        hint="As it should be printed. Later only our support can correct it."
        error={fieldError('name')}
      />
      {formError && (
        <div className={styles.problem} role="alert">
          <p>{formError}</p>
          {missing && <MissingList {...missing} />}
        </div>
      )}
      <Button type="submit" variant="primary" busy={isPending}>
        Generate
      </Button>
    </Form>
  )
}

const MAX_SHOWN = 6

function MissingList({ course, lessons }: { course: string; lessons: MissingLesson[] }) {
  return (
    <>
      <ul>
        {lessons.slice(0, MAX_SHOWN).map(({ title }) => (
          <li key={title}>{title}</li>
        ))}
        {lessons.length > MAX_SHOWN && <li>and {lessons.length - MAX_SHOWN} more</li>}
      </ul>
      <Link to={paths.classroom(course)}>Continue in the classroom</Link>
    </>
  )
}
