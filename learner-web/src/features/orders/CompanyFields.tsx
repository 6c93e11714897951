import type { MyOrganisation, TaxLine } from '@flagyard/api-types'
import { countries, countryName } from '@flagyard/api-types/taxes/countries'
import { Checkbox, SelectField, type SelectOption, TextField, useFieldError } from '@flagyard/ui/Form'
import { formatMoney } from '@flagyard/ui/format'
import { useId } from 'react'
import * as t from '../../messages/en/orders.ts'
import styles from './orders.module.css'

export const countryOptions = countries
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))

interface Props {
  organisations: MyOrganisation[]
  /** ID of the selected organisation; empty for another company, entered by its details. */
  chosen: string
  onChoose: (id: string) => void
  isPublic: boolean
  onPublic: (isPublic: boolean) => void
  /** Country and tax ID, which affect the price. */
  children: React.ReactNode
}

/** Company of an order: an organisation managed by the buyer, or another one by its details, which can be saved as an organisation. */
export function CompanyFields({ organisations, chosen, onChoose, isPublic, onPublic, children }: Props) {
  // Errors of fields that have another name in the request.
  const organisationError = useFieldError('organisation_id', useFieldError('country'))
  const nameError = useFieldError('company', useFieldError('name'))
  return (
    <>
      {organisations.length > 0 && (
        <SelectField
          label={t.organisation}
          name="organisation"
          required
          value={chosen}
          onChange={(event) => onChoose(event.target.value)}
          hint={chosen ? t.organisationHint : undefined}
          error={organisationError}
          options={[
            ...organisations.map(({ id, name }) => ({ value: id, label: name })),
            { value: '', label: t.otherCompany },
          ]}
        />
      )}
      {!chosen && (
        <>
          {children}
          <Checkbox
            name="is_public"
            label={t.isPublicBody}
            checked={isPublic}
            onChange={(event) => onPublic(event.target.checked)}
          />
          <div className="pair">
            <TextField
              label={t.company}
              name="company"
              required
              maxLength={160}
              autoComplete="organization"
              error={nameError}
            />
            <TextField label={t.address} name="address" required maxLength={300} autoComplete="street-address" />
            <Reference />
          </div>
          <Checkbox name="keep" label={t.saveAsOrganisation} hint={t.saveAsOrganisationHint} />
        </>
      )}
      {chosen && (
        <div className={styles.short}>
          <Reference />
        </div>
      )}
    </>
  )
}

const Reference = () => (
  <TextField label={t.reference} name="reference" maxLength={80} autoComplete="off" hint={t.referenceHint} />
)

interface Option extends SelectOption {
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

const ruleTexts: Partial<Record<TaxLine['rule'], string>> = t.taxRules

export const TaxLines = ({ lines, currency }: { lines: readonly TaxLine[]; currency: string }) =>
  lines.map(({ country, rate, rule, tax }) => (
    <div key={`${country} ${rate} ${rule}`}>
      <dt>{ruleTexts[rule] ?? t.includesVat({ rate: rate / 100, country: countryName(country) })}</dt>
      <dd>{tax === 0 ? '–' : formatMoney({ amount: tax, currency })}</dd>
    </div>
  ))
