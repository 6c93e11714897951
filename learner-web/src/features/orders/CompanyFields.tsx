import type { MyOrganisation, TaxLine } from '@flagyard/api-types'
import { countryName } from '@flagyard/api-types/taxes/countries'
import { Checkbox, SelectField, TextField } from '@flagyard/ui/fields'
import { formatMoney } from '@flagyard/ui/format'
import { useId } from 'react'
import styles from './orders.module.css'

interface Props {
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

interface Option {
  value: string
  label: string
  hint?: string
  disabled?: boolean
}

interface ChoicesProps {
  legend: string
  name: string
  options: readonly Option[]
  /** Used with `onChange`; otherwise set `defaultValue`. */
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
}

export function Choices({ legend, name, options, value, defaultValue, onChange }: ChoicesProps) {
  const id = useId()
  return (
    <fieldset className={styles.radios}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <div key={option.value} className={styles.choice}>
          <input
            type="radio"
            id={`${id}-${option.value}`}
            name={name}
            value={option.value}
            disabled={option.disabled}
            aria-describedby={option.hint && `${id}-${option.value}-hint`}
            {...(value === undefined
              ? { defaultChecked: option.value === defaultValue }
              : { checked: option.value === value, onChange: () => onChange?.(option.value) })}
          />
          <div>
            <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
            {option.hint && (
              <p id={`${id}-${option.value}-hint`} className="small muted">
                {option.hint}
              </p>
            )}
          </div>
        </div>
      ))}
    </fieldset>
  )
}

const ruleTexts: Partial<Record<TaxLine['rule'], string>> = {
  reverse_charge: 'No VAT: you account for it (reverse charge)',
  outside: 'No VAT outside the European Union',
}

export const TaxLines = ({ lines, currency }: { lines: readonly TaxLine[]; currency: string }) =>
  lines.map(({ country, rate, rule, tax }) => (
    <div key={`${country} ${rate} ${rule}`}>
      <dt>{ruleTexts[rule] ?? `Includes ${rate / 100} % VAT (${countryName(country)})`}</dt>
      <dd>{tax === 0 ? '–' : formatMoney({ amount: tax, currency })}</dd>
    </div>
  ))
