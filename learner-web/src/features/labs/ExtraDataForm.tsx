import type { MyLabDetails } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { FormError } from '@flagyard/ui/FormError'
import { TextField } from '@flagyard/ui/fields'
import { api } from '../../lib/api.ts'
import { useSubmit } from '../../lib/useSubmit.ts'

/** Asks for the data that a lab needs before it can be built. */
export function ExtraDataForm({ lab, onSaved }: { lab: MyLabDetails; onSaved: (lab: MyLabDetails) => void }) {
  const { submit, isPending, formError, fieldError } = useSubmit(async (formData) => {
    const values = Object.fromEntries(
      lab.extra_fields.map(({ name }) => [name, String(formData.get(name) ?? '').trim()]),
    )
    onSaved(await api.addExtraDataLab({ slug: lab.slug, addExtraDataLabPayload: { values } }))
  })
  return (
    <Form name={`lab-${lab.slug}`} onSubmit={submit}>
      <p className="small">This lab needs some information before it can be built.</p>
      {lab.extra_fields.map((field) => (
        <TextField
          key={field.name}
          label={field.label}
          name={field.name}
          hint={field.hint || undefined}
          required={field.required}
          maxLength={field.max_length}
          defaultValue={lab.extra_data[field.name] ?? ''}
          error={fieldError(field.name)}
        />
      ))}
      <FormError>{formError}</FormError>
      <div>
        <Button type="submit" variant="primary" busy={isPending}>
          Save and continue
        </Button>
      </div>
    </Form>
  )
}
