import type { MyLab } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import styles from './LabPanel.module.css'

/** What a lab must know before it is built. */
export function ExtraDataForm({ mine, onKept }: { mine: MyLab; onKept: (mine: MyLab) => void }) {
  const { submit, isPending, formError, fieldError } = useSubmit(async (typed) => {
    const values = Object.fromEntries(mine.extra_fields.map(({ name }) => [name, String(typed.get(name) ?? '').trim()]))
    onKept(await api.addExtraDataLab({ slug: mine.slug, addExtraDataLabPayload: { values } }))
  })
  return (
    <Form name={`lab-${mine.slug}`} onSubmit={submit}>
      <p className="small">This lab needs to know something before it is built.</p>
      {mine.extra_fields.map((field) => (
        <TextField
          key={field.name}
          label={field.label}
          name={field.name}
          hint={field.hint || undefined}
          required={field.required}
          maxLength={field.max_length}
          defaultValue={mine.extra_data[field.name] ?? ''}
          error={fieldError(field.name)}
        />
      ))}
      <p role="alert" className={styles.problem}>
        {formError}
      </p>
      <div>
        <Button type="submit" variant="primary" busy={isPending}>
          Save and go on
        </Button>
      </div>
    </Form>
  )
}
