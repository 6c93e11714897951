import type { CourseDetails } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Form, FormError, SubmitButton, TextField } from '@flagyard/ui/Form'
import { Icon } from '@flagyard/ui/Icon'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
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
          <h2 className="heading">Course complete</h2>
          <p className="small muted">You finished every required lesson of {course.title}. Well done.</p>
        </div>
        {certificateId ? (
          <ButtonLink to={paths.certificate(certificateId)}>See your certificate</ButtonLink>
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
  const session = useSession()
  const submission = useSubmit(async (values) => {
    const name = String(values.get('name') ?? '').trim()
    const certificate = await api.generateCertificate(
      {
        course_id: course.slug,
        generateCertificatePayload: { name, type, ...(type === 'arte' && course.exam && { exam: course.exam.slug }) },
      },
      { idempotencyKey: crypto.randomUUID() },
    )
    setIssuedId(certificate.id)
    void queryClient.invalidateQueries({ queryKey: callQuery('getCourseProgress', { slug: course.slug }).queryKey })
    void queryClient.invalidateQueries({ queryKey: ['listMyCertificates'] })
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
    <Form name="certificate" submission={submission}>
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        required
        defaultValue={session?.user.full_name}
        hint="Printed exactly as you write it here."
      />
      <FormError>{submission.error}</FormError>
      <div className="row">
        <SubmitButton>Issue my certificate</SubmitButton>
        <Button variant="quiet" onClick={() => setOpen(false)}>
          Not now
        </Button>
      </div>
    </Form>
  )
}
