import type { CourseDetails } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Form, FormError } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { Icon } from '@flagyard/ui/Icon'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import styles from './certificates.module.css'

export function CourseComplete({ course, certificateId }: { course: CourseDetails; certificateId: string | null }) {
  return (
    <Card as="section" className={styles.panel}>
      <span className={styles.completeMark}>
        <Icon name="certificate" size={26} />
      </span>
      <div className="stack">
        <div>
          <h2 className={styles.completeTitle}>Course complete</h2>
          <p className="small muted">You finished every required lesson of {course.title}. Well done.</p>
        </div>
        {certificateId ? (
          <p>
            <ButtonLink to={paths.certificate(certificateId)}>See your certificate</ButtonLink>
          </p>
        ) : (
          course.certificate_type && <GenerateForm course={course} type={course.certificate_type} />
        )}
      </div>
    </Card>
  )
}

interface Props {
  course: CourseDetails
  type: NonNullable<CourseDetails['certificate_type']>
}

function GenerateForm({ course, type }: Props) {
  const [open, setOpen] = useState(false)
  const [issuedId, setIssuedId] = useState<string | null>(null)
  const cache = useQueryClient()
  const session = useSession()
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const name = String(values.get('name') ?? '').trim()
    const certificate = await api.generateCertificate(
      {
        course_id: course.slug,
        generateCertificatePayload: { name, type, ...(type === 'arte' && course.exam && { exam: course.exam.slug }) },
      },
      { idempotencyKey: crypto.randomUUID() },
    )
    setIssuedId(certificate.id)
    void cache.invalidateQueries({ queryKey: callQuery('getCourseProgress', { slug: course.slug }).queryKey })
    void cache.invalidateQueries({ queryKey: ['listMyCertificates'] })
  })
  if (issuedId)
    return (
      <p role="status" className="row">
        Your certificate is ready. <ButtonLink to={paths.certificate(issuedId)}>See your certificate</ButtonLink>
      </p>
    )
  if (!open)
    return (
      <p>
        <Button variant="primary" onClick={() => setOpen(true)}>
          Get your certificate
        </Button>
      </p>
    )
  return (
    <Form name="certificate" onSubmit={submit}>
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        required
        defaultValue={session?.user.full_name}
        hint="Printed exactly as you write it here."
        error={fieldError('name')}
      />
      <FormError>{formError}</FormError>
      <div className="row">
        <Button type="submit" variant="primary" busy={isPending}>
          Issue my certificate
        </Button>
        <Button variant="quiet" onClick={() => setOpen(false)}>
          Not now
        </Button>
      </div>
    </Form>
  )
}
