import { Button } from '@flagyard/ui/Button'
import { Form } from '@flagyard/ui/Form'
import { SelectField, TextField } from '@flagyard/ui/fields'
import { useListFilterContext } from 'react-admin'
import styles from './AuditFilters.module.css'
import { actionOptions } from './words.ts'

const names = ['actor', 'action', 'subject_id']

/** Narrows by who, what, on what and when; what is typed counts once it is applied. */
export function AuditFilters() {
  const { filterValues, setFilters } = useListFilterContext()
  const values = filterValues as Record<string, string | undefined>
  const apply = (form: FormData) => {
    const typed = names.map((name) => [name, String(form.get(name)).trim()])
    const { subject_type } = values
    const days = { from: startOf(String(form.get('from'))), until: startOf(String(form.get('until')), 1) }
    const all = Object.entries({ ...Object.fromEntries(typed), ...days, subject_type })
    setFilters(Object.fromEntries(all.filter(([, value]) => value)))
  }
  return (
    <Form key={JSON.stringify(values)} name="audit filters" className={styles.filters} onSubmit={apply}>
      <TextField label="Who" name="actor" hint="A username" maxLength={200} defaultValue={values.actor ?? ''} />
      <SelectField
        label="What"
        name="action"
        options={[{ value: '', label: 'Anything' }, ...actionOptions(values.action)]}
        defaultValue={values.action ?? ''}
      />
      <TextField
        label="On"
        name="subject_id"
        hint="A username, an account’s id"
        maxLength={200}
        defaultValue={values.subject_id ?? ''}
      />
      <TextField label="From" name="from" type="date" defaultValue={dayOf(values.from)} />
      <TextField label="Until" name="until" type="date" defaultValue={dayOf(values.until, -1)} />
      <Button type="submit" size="small">
        Apply
      </Button>
    </Form>
  )
}

/** The instant at which a day begins here, `days` later; nothing for no day. */
function startOf(day: string, days = 0): string | undefined {
  const [year, month, date] = day.split('-').map(Number)
  return year && month && date ? new Date(year, month - 1, date + days).toISOString() : undefined
}

function dayOf(at: string | undefined, days = 0): string {
  if (!at) return ''
  const moment = new Date(at)
  moment.setDate(moment.getDate() + days)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}
