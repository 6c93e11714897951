import type { MyOrganisation } from '@flagyard/api-types'
import { Checkbox, SelectField, TextField } from '@flagyard/ui/fields'
import styles from './buy.module.css'

interface Props {
  /** Organisations managed by the buyer. */
  organisations: MyOrganisation[]
  /** ID of the selected organisation; empty for another company, entered by its details. */
  chosen: string
  onChoose: (id: string) => void
  isPublic: boolean
  onPublic: (isPublic: boolean) => void
  fieldError: (field: string) => string | undefined
  /** Country and tax ID, which affect the price. */
  children: React.ReactNode
}

/** Company of an order: an organisation managed by the buyer, or another one by its details, which can be saved as an organisation. */
export function CompanyFields({ organisations, chosen, onChoose, isPublic, onPublic, fieldError, children }: Props) {
  return (
    <>
      {organisations.length > 0 && (
        <SelectField
          label="Organisation"
          name="organisation"
          required
          value={chosen}
          onChange={(event) => onChoose(event.target.value)}
          hint={
            chosen ? 'It is billed as its details say, and all its managers see the order and its seats.' : undefined
          }
          error={fieldError('organisation_id') ?? fieldError('billing.country')}
          options={[
            ...organisations.map(({ id, name }) => ({ value: id, label: name })),
            { value: '', label: 'Another company or public body' },
          ]}
        />
      )}
      {!chosen && (
        <>
          {children}
          <Checkbox
            name="is_public"
            label="It is a public body"
            checked={isPublic}
            onChange={(event) => onPublic(event.target.checked)}
          />
          <div className={styles.pair}>
            <TextField
              label="Company"
              name="company"
              required
              maxLength={160}
              autoComplete="organization"
              error={fieldError('company') ?? fieldError('name')}
            />
            <TextField
              label="Address"
              name="address"
              required
              maxLength={300}
              autoComplete="street-address"
              error={fieldError('address')}
            />
            <Reference fieldError={fieldError} />
          </div>
          <Checkbox
            name="keep"
            label="Keep it as an organisation"
            hint="So that colleagues can look after its seats and invoices with you."
          />
        </>
      )}
      {chosen && (
        <div className={styles.short}>
          <Reference fieldError={fieldError} />
        </div>
      )}
    </>
  )
}

const Reference = ({ fieldError }: Pick<Props, 'fieldError'>) => (
  <TextField
    label="Your reference"
    name="reference"
    maxLength={80}
    autoComplete="off"
    hint="A purchase order or cost centre, printed on the invoice."
    error={fieldError('reference')}
  />
)
