import type { MyLabDetails } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { type ReactNode, useState } from 'react'
import { ExtraDataForm } from './ExtraDataForm.tsx'
import styles from './LabPanel.module.css'
import type { LabHandle } from './useLab.ts'

interface Props {
  myLab: MyLabDetails
  handle: LabHandle
  /** Shown once the data is given. */
  children?: ReactNode
}

/** Data that a lab needs for its build: a form until it is given, then a summary. It can be corrected until the build. */
export function ExtraData({ myLab, handle, children }: Props) {
  const [changing, setChanging] = useState(false)
  if (myLab.extra_fields.length === 0) return children
  const asked = myLab.needs_extra_data
  if (asked || changing)
    return (
      <ExtraDataForm
        lab={myLab}
        former={handle.formerData}
        onSaved={(lab) => {
          handle.setLab(lab)
          setChanging(false)
        }}
        onCancel={asked ? undefined : () => setChanging(false)}
      />
    )
  return (
    <>
      <ExtraDataSummary myLab={myLab}>
        <Button size="small" onClick={() => setChanging(true)}>
          Change
        </Button>
      </ExtraDataSummary>
      {children}
    </>
  )
}

export function ExtraDataSummary({ myLab, children }: { myLab: MyLabDetails; children?: ReactNode }) {
  if (myLab.extra_fields.length === 0) return null
  return (
    <div className={styles.given}>
      <dl>
        {myLab.extra_fields.map(({ name, label }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{myLab.extra_data[name] || 'Not given'}</dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  )
}
