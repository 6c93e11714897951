import type { Certificate, CertificateOptions, RecordLevel } from '@flagyard/api-types'
import { Dialog } from '@flagyard/ui/Dialog'
import { Checkbox, Form, FormProblem, SubmitButton } from '@flagyard/ui/Form'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { DownloadButton } from '../../shell/DownloadButton.tsx'
import { showSuccess } from '../../shell/toasts.ts'

interface Props {
  certificate: Certificate
  options: CertificateOptions
  onClose: () => void
}

const levels: { level: RecordLevel; label: string; hint: string }[] = [
  { level: 'passed', label: 'Only that I passed', hint: 'No points and no times.' },
  { level: 'band', label: 'Band of my points', hint: 'A range of ten per cent.' },
  {
    level: 'full',
    label: 'Full time line',
    hint: 'Start, pauses, extra time, solved flags, points and decisions, with their reasons. Anyone can recompute the result.',
  },
]

/** Sharing settings of a certificate: name and points on everything public, and the exam record as a file. */
export default function SharingDialog({ certificate, options, onClose }: Props) {
  const { id, points, title } = certificate
  const submission = useSubmit(async (values) => {
    const certificateSharing = {
      hide_name: values.get('hide_name') === 'on',
      // Without points, there is no such box.
      hide_points: points === null ? options.hide_points : values.get('hide_points') === 'on',
    }
    await api.updateCertificateSharing({ id, certificateSharing })
    for (const call of ['listCertificateOptions', 'getCertificate'] as const)
      void queryClient.invalidateQueries({ queryKey: [call] })
    showSuccess('Your settings are saved.')
    onClose()
  })
  return (
    <Dialog open title="Sharing" onClose={onClose}>
      <Form name="certificate-sharing" submission={submission}>
        <p>
          Settings of your certificate for <b>{title}</b>. Files that you have shared before do not change.
        </p>
        <FormProblem>{submission.error}</FormProblem>
        <Checkbox
          label="Hide my name"
          name="hide_name"
          defaultChecked={options.hide_name}
          hint="The public page, the PDF and the badge leave it out. Verifiers report badges with your name as revoked until you show it again."
        />
        {points !== null && (
          <Checkbox
            label="Hide my points"
            name="hide_points"
            defaultChecked={options.hide_points}
            hint="The public page and the PDF leave them out."
          />
        )}
        <SubmitButton>Save</SubmitButton>
      </Form>
      {options.has_record && (
        <section className="stack">
          <h3>Exam record</h3>
          <p className="small muted">
            A signed file for an employer. Choose how much it says. On your certificate’s page, they find a program that
            checks it without this site.
          </p>
          <ul className="list">
            {levels.map(({ level, label, hint }) => (
              <li key={level} className="row">
                <DownloadButton
                  size="small"
                  name={`exam-record-${level}.json`}
                  load={() => api.downloadExamRecord({ id, level })}
                >
                  {label}
                </DownloadButton>
                <span className="small muted">{hint}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
