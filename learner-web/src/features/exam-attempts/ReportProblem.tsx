import type { ExamReport } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { FormError } from '@flagyard/ui/FormError'
import { SelectField, TextArea } from '@flagyard/ui/fields'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { reportKinds } from './labels.ts'
import type { ExamHandle } from './useExam.ts'

type Kind = ExamReport['kind']
const isKind = (value: string): value is Kind => value in reportKinds
const options = Object.entries(reportKinds).map(([value, label]) => ({ value, label }))

/** Reports a problem to support. The server adds the minute and the state of the environment. */
export function ReportProblem({ slug, handle }: { slug: string; handle: ExamHandle }) {
  const [open, setOpen] = useState(false)
  const [kind, setKind] = useState<Kind>('environment')
  const [text, setText] = useState('')
  const [isReminded, setReminded] = useState(false)
  const key = useRef(crypto.randomUUID())
  const send = async () => {
    if (text.trim() === '') return setReminded(true)
    const done = await handle.change(
      'report',
      () => api.reportExamProblem({ exam: slug, examReportPayload: { kind, text } }, { idempotencyKey: key.current }),
      ({ reports }) => reports.some((one) => one.kind === kind && one.text === text),
    )
    if (!done) return
    key.current = crypto.randomUUID()
    setText('')
    setReminded(false)
    setOpen(false)
  }
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Report a problem…
      </Button>
      <Dialog
        open={open}
        title="Report a problem"
        onClose={() => setOpen(false)}
        closeOnOutsideClick={false}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Not now</Button>
            <Button variant="primary" busy={handle.pendingName === 'report'} onClick={() => void send()}>
              Send it
            </Button>
          </>
        }
      >
        <p>
          Support is told at once, and answers here and by mail. The minute and the state of your environment are kept
          with it. Your time goes on meanwhile; we give back what our fault cost you.
        </p>
        <SelectField
          label="What is it about?"
          required
          options={options}
          value={kind}
          onChange={({ currentTarget: { value } }) => isKind(value) && setKind(value)}
        />
        <TextArea
          label="What happened?"
          required
          maxLength={4_000}
          value={text}
          hint="What you did, what you expected, and what you saw instead. Please leave out passwords and flags."
          error={isReminded && text.trim() === '' ? 'Tell us what happened.' : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FormError>{handle.errorOf('report')}</FormError>
      </Dialog>
    </>
  )
}
