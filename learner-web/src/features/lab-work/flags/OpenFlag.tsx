import type { MyFlag } from '@flagyard/api-types'
import { FormError } from '@flagyard/ui/FormError'
import { countOf } from '@flagyard/ui/format'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useAction } from '../../../lib/useAction.ts'
import { ConfirmDialog } from '../../../shell/ConfirmDialog.tsx'
import { RichLine, RichText } from '../../../shell/RichText.tsx'
import styles from './FlagList.module.css'

interface Props {
  flag: MyFlag
  onHint: (flag: MyFlag) => void
}

/** An unsolved flag: its question, and its hint, which costs points. */
export function OpenFlag({ flag, onHint }: Props) {
  return (
    <div className={styles.step}>
      <h3 className={styles.name}>
        {flag.title} <span className="muted">+{worth(flag)}</span>
      </h3>
      <p className="small">
        <RichLine>{flag.question}</RichLine>
      </p>
      {flag.wrong_tries > 0 && <p className="tiny muted">{countOf(flag.wrong_tries, 'try', 'tries')} so far</p>}
      {flag.hint_cost !== null && <Hint flag={flag} cost={flag.hint_cost} onHint={onHint} />}
    </div>
  )
}

/** Points that the flag still gives. */
const worth = ({ points, hint, hint_cost }: MyFlag) => Math.max(0, points - (hint === null ? 0 : (hint_cost ?? 0)))

function Hint({ flag, cost, onHint }: Props & { cost: number }) {
  const [confirming, setConfirming] = useState(false)
  const { run, isPending, error } = useAction()
  const box = useRef<HTMLDivElement>(null)
  const taken = useRef(false)
  useEffect(() => {
    // Moves the focus, because the pressed button is gone.
    if (flag.hint !== null && taken.current) box.current?.focus()
  }, [flag.hint])
  if (flag.hint !== null)
    return (
      <div ref={box} className={styles.hint} tabIndex={-1}>
        <p className="tiny muted">Hint · {cost === 0 ? 'free' : `it cost ${countOf(cost, 'point')}`}</p>
        <RichText>{flag.hint}</RichText>
      </div>
    )
  const price = cost === 0 ? 'free' : `−${countOf(cost, 'point')}`
  const after = Math.max(0, flag.points - cost)
  const take = async () => {
    taken.current = true
    await run(async () => onHint(await api.takeHint({ id: flag.id })))
    setConfirming(false)
  }
  return (
    <div>
      <button type="button" className={styles.link} onClick={() => setConfirming(true)}>
        Take the hint, {price}
        <span className="visually-hidden"> for {flag.title}</span>
      </button>
      <FormError>{error}</FormError>
      <ConfirmDialog
        open={confirming}
        title={`Take the hint for “${flag.title}”?`}
        confirmLabel="Take the hint"
        cancelLabel="Not now"
        isPending={isPending}
        onConfirm={() => void take()}
        onClose={() => setConfirming(false)}
      >
        <p>
          {cost === 0
            ? 'It costs nothing.'
            : `It costs ${countOf(cost, 'point')}, once. The flag is then worth ${after} of ${countOf(flag.points, 'point')}.`}
        </p>
      </ConfirmDialog>
    </div>
  )
}
