import type { AdmittedAddress as Admitted, MyExamDetails } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { FormError } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
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
      <h2 className={styles.title}>Your address</h2>
      <p className="small" role="status">
        {stateOf(admitted)}
      </p>
      {problem && !wanted && <FormError>{problem}</FormError>}
      {mine && !isMine && !wanted && (
        <>
          <p className="small">
            You come from <span className="mono">{mine}</span> now.
          </p>
          <div>
            <Button size="small" variant="primary" busy={isPending} onClick={() => void admit(mine)}>
              Admit my address, <span className="mono">{mine}</span>
            </Button>
          </div>
        </>
      )}
      <details>
        <summary className={styles.summaryLine}>Admit another address</summary>
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
          <div>
            <Button type="submit" size="small" busy={isPending} disabled={!typed.trim()}>
              Admit it
            </Button>
          </div>
        </form>
      </details>
      <FormError>{handle.errorOf('admit')}</FormError>
      <p className="small muted">A change takes a moment. It costs no reset, and your clock goes on.</p>
    </section>
  )
}

function stateOf({ range, wanted }: Admitted) {
  if (wanted)
    return (
      <>
        Your environment is about to admit <span className="mono">{wanted}</span>. This page tells you once it does.
      </>
    )
  if (!range) return 'Your environment admits nobody yet: tell it the address from which you work.'
  return (
    <>
      Your environment admits <span className="mono">{range}</span>.
    </>
  )
}
