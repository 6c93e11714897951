import type { AdmittedAddress as Admitted, MyExamDetails } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { FormError, TextField } from '@flagyard/ui/Form'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import * as t from '../../messages/en/exam-attempts.ts'
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
      <h2 className="heading">{t.allowedAddress}</h2>
      <p className="small" role="status">
        {stateText(admitted)}
      </p>
      {problem && !wanted && <FormError>{problem}</FormError>}
      {mine && !isMine && !wanted && (
        <>
          <p className="small">
            {t.currentAddress({ mine, mono: (children) => <span className="mono">{children}</span> })}
          </p>
          <Button size="small" variant="primary" busy={isPending} onClick={() => void admit(mine)}>
            {t.allowMyAddress({ mine, mono: (children) => <span className="mono">{children}</span> })}
          </Button>
        </>
      )}
      <details>
        <summary className={styles.summaryLine}>{t.allowAnotherAddress}</summary>
        <form className="stack" onSubmit={send}>
          <TextField
            label={t.ipv4AddressOrRange}
            hint={t.addressHint}
            value={typed}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            mono
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" size="small" busy={isPending} disabled={!typed.trim()}>
            {t.allow}
          </Button>
        </form>
      </details>
      <FormError>{handle.errorOf('admit')}</FormError>
      <p className="small muted">{t.addressNote}</p>
    </section>
  )
}

function stateText({ range, wanted }: Admitted) {
  if (wanted) return t.allowing({ wanted, mono: (children) => <span className="mono">{children}</span> })
  if (!range) return t.noAddressAllowed
  return t.reachableFrom({ range, mono: (children) => <span className="mono">{children}</span> })
}
