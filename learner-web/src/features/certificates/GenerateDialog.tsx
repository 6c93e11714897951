import type { EarnedCertificate } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { Dialog } from '@flagyard/ui/Dialog'
import { Form, SelectField, SubmitButton, TextField } from '@flagyard/ui/Form'
import { Link } from '@flagyard/ui/Link'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import styles from './certificates.module.css'
import { typeNames } from './labels.ts'

interface MissingLesson {
  kind: string
  title: string
}

interface Props {
  open: boolean
  earned: EarnedCertificate[]
  onClose: () => void
}

export function GenerateDialog({ open, earned, onClose }: Props) {
  return (
    <Dialog open={open} title="Generate a certificate" onClose={onClose}>
      <GenerateForm earned={earned} />
    </Dialog>
  )
}

function GenerateForm({ earned }: { earned: EarnedCertificate[] }) {
  const navigate = useNavigate()
  const fullName = useSession()?.user.full_name ?? ''
  const [missing, setMissing] = useState<{ course: string; lessons: MissingLesson[] } | null>(null)
  const idempotencyKey = useRef(crypto.randomUUID())
  const submission = useSubmit(async (values) => {
    setMissing(null)
    const chosen = earned[Number(values.get('certificate') ?? 0)]
    if (!chosen) return
    const { course, type } = chosen
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
    <Form name="generate-certificate" submission={submission}>
      <SelectField
        label="Certificate"
        name="certificate"
        required
        options={earned.map(({ title, type }, index) => ({
          value: String(index),
          label: `${title} · ${typeNames[type]}`,
        }))}
        error={submission.fieldError('type')}
      />
      <TextField
        label="Name on the certificate"
        name="name"
        required
        defaultValue={fullName}
        autoComplete="name"
        maxLength={120}
        hint="As it should be printed. Only our support can correct it later."
      />
      {submission.error && (
        <div className={styles.problem} role="alert">
          <p>{submission.error}</p>
          {missing && <MissingList {...missing} />}
        </div>
      )}
      <SubmitButton>Generate</SubmitButton>
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
