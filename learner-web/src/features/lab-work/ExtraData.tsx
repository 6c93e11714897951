import type { ExtraField, MyLabDetails } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Form, FormError, SelectField, SubmitButton, TextField } from '@flagyard/ui/Form'
import { type ReactNode, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/lab-work.ts'
import styles from './lab-work.module.css'
import type { LabHandle } from './useLab.ts'

interface Props {
  myLab: MyLabDetails
  handle: LabHandle
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
        earlierValues={handle.earlierData}
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
          {t.change}
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
            <dd>{myLab.extra_data[name] || t.notGiven}</dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  )
}

interface ExtraDataFormProps {
  lab: MyLabDetails
  /** Values given before a reset asked for them again. */
  earlierValues: Record<string, string>
  onSaved: (lab: MyLabDetails) => void
  onCancel?: (() => void) | undefined
}

function ExtraDataForm({ lab, earlierValues, onSaved, onCancel }: ExtraDataFormProps) {
  const submission = useSubmit(async (formData) => {
    const values = Object.fromEntries(
      lab.extra_fields.map(({ name }) => [name, String(formData.get(name) ?? '').trim()]),
    )
    onSaved(await api.addExtraDataLab({ slug: lab.slug, addExtraDataLabPayload: { values } }))
  })
  return (
    <Form name={`lab-${lab.slug}`} submission={submission}>
      <p className="small">{t.extraDataIntro}</p>
      {lab.extra_fields.map((field) => (
        <ExtraDataField
          key={field.name}
          field={field}
          given={lab.extra_data[field.name] ?? earlierValues[field.name] ?? ''}
          myAddress={lab.my_address}
          error={submission.fieldError(field.name)}
        />
      ))}
      <FormError>{submission.error}</FormError>
      <div className="row">
        <SubmitButton>{onCancel ? t.save : t.saveAndContinue}</SubmitButton>
        {onCancel && <Button onClick={onCancel}>{t.cancel}</Button>}
      </div>
    </Form>
  )
}

interface FieldProps {
  field: ExtraField
  given: string
  myAddress: string | null
  error: string | undefined
}

function ExtraDataField({ field, given, myAddress, error }: FieldProps) {
  const [value, setValue] = useState(given)
  const { name, label, required, type, choices } = field
  const props = { label, name, required, error, value, hint: field.hint || undefined }
  if (type === 'choice')
    return (
      <SelectField
        {...props}
        onChange={(event) => setValue(event.currentTarget.value)}
        options={[
          { value: '', label: required ? t.chooseOne : t.none },
          ...choices.map((choice) => ({ value: choice, label: choice })),
        ]}
      />
    )
  const isAddress = type === 'ipv4' || type === 'cidr'
  const mine = type === 'cidr' && myAddress ? `${myAddress}/32` : myAddress
  return (
    <div className="stack">
      <TextField
        {...props}
        onChange={(event) => setValue(event.currentTarget.value)}
        maxLength={field.max_length}
        mono={isAddress}
        {...inputs[type]}
      />
      {isAddress && mine && value !== mine && (
        <Button size="small" onClick={() => setValue(mine)}>
          {t.useMyAddress({ mine, mono: (children) => <span className="mono">{children}</span> })}
        </Button>
      )}
    </div>
  )
}

const address = { inputMode: 'decimal', autoComplete: 'off', spellCheck: false } as const
const inputs = {
  text: {},
  ipv4: address,
  cidr: { ...address, inputMode: 'text' },
  email: { type: 'email', autoComplete: 'email' },
} as const
