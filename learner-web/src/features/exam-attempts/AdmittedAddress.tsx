import type { AdmittedAddress as Admitted, MyExamDetails } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { FormError, TextField } from '@flagyard/ui/Form'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import styles from './Examroom.module.css'
import type { ExamHandle } from './useExam.ts'

/** IP address that can reach the environment. It can be changed during the exam without a reset. */
export function AdmittedAddress({ exam, handle }: { exam: MyExamDetails; handle: ExamHandle }) {
  const { admitted } = exam
  const [typed, setTyped] = useState('')
  if (!admitted) return null
  const { range, wanted, problem, mine } = admitted
  const isMine = mine !== null && range === `${mine}/32`
  const admit = (address: string) =>
    handle.change(
      'admit',
      () => api.admitMyAddress({ exam: exam.slug, admittedAddressEdit: { address } }),
      (known) => known.admitted?.wanted !== null || known.admitted?.range !== range,
    )
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim()) void admit(typed.trim())
  }
  const isPending = handle.pendingName === 'admit'
  return (
    <section className="stack">
      <h2 className="heading">Allowed address</h2>
      <p className="small" role="status">
        {stateText(admitted)}
      </p>
      {problem && !wanted && <FormError>{problem}</FormError>}
      {mine && !isMine && !wanted && (
        <>
          <p className="small">
            Your current address is <span className="mono">{mine}</span>.
          </p>
          <Button size="small" variant="primary" busy={isPending} onClick={() => void admit(mine)}>
            Allow my address, <span className="mono">{mine}</span>
          </Button>
        </>
      )}
      <details>
        <summary className={styles.summaryLine}>Allow another address</summary>
        <form className="stack" onSubmit={send}>
          <TextField
            label="IPv4 address or range"
            hint="Such as 203.0.113.24, or 203.0.113.0/24 for a range."
            value={typed}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            mono
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" size="small" busy={isPending} disabled={!typed.trim()}>
            Allow
          </Button>
        </form>
      </details>
      <FormError>{handle.errorOf('admit')}</FormError>
      <p className="small muted">A change takes a moment and costs no reset. Your clock keeps running.</p>
    </section>
  )
}

function stateText({ range, wanted }: Admitted) {
  if (wanted)
    return (
      <>
        Allowing <span className="mono">{wanted}</span>. This page shows when it is done.
      </>
    )
  if (!range) return 'No address can reach your environment yet. Allow the address you work from.'
  return (
    <>
      Your environment can be reached from <span className="mono">{range}</span>.
    </>
  )
}
