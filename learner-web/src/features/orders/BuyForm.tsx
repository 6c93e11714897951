import type { OrderQuote } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { TERMS_VERSION } from '@flagyard/api-types/orders/terms'
import { countries, countryName } from '@flagyard/api-types/taxes/countries'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { classNames } from '@flagyard/ui/class-names'
import { Form, FormProblem } from '@flagyard/ui/Form'
import { Checkbox, SelectField, TextArea, TextField } from '@flagyard/ui/fields'
import { formatMoney } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatUtcDate, totalLabel } from '../../lib/format.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { AddressField } from './AddressField.tsx'
import { Choices, CompanyFields, TaxLines } from './CompanyFields.tsx'
import styles from './orders.module.css'
import { refreshOrders } from './orders.ts'
import type { Product } from './product.ts'
import { openCheckout, type Purchase, purchase, useQuote } from './purchase.ts'
import { readAddresses } from './read-addresses.ts'

/** Maximum number of seats per order. */
const MAX_SEATS = 500
const GIFT_DAYS = 365
const DAY_MS = 86_400_000

export function BuyForm({ product }: { product: Product }) {
  const { kind, slug } = product
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [forOthers, setForOthers] = useState(product.isOwned || params.get('for') === 'others')
  const [quantity, setQuantity] = useState('1')
  const [addresses, setAddresses] = useState('')
  const [forCompany, setForCompany] = useState(false)
  const [isPublic, setPublic] = useState(false)
  const [payBy, setPayBy] = useState<'card' | 'transfer'>('card')
  const { data: me } = useQuery(callQuery('getMe'))
  const [chosenCountry, setCountry] = useState<string>()
  // A company must select its own country.
  const country = chosenCountry ?? (forCompany ? '' : (countries.find((known) => known === me?.country) ?? ''))
  const [taxId, setTaxId] = useState('')
  const [problems, setProblems] = useState<Partial<Record<'recipients' | 'terms' | 'quantity' | 'country', string>>>({})
  const { organisations, chosen, choose } = useOrganisations(forCompany)
  const idempotencyKey = useRef(crypto.randomUUID())
  const read = readAddresses(addresses)
  const seats = forOthers ? Number(quantity) : 1
  const organisation = forCompany ? chosen : ''
  const billed: NonNullable<Purchase['billing']> = {
    kind: forCompany ? (isPublic ? 'public' : 'business') : 'private',
    ...(country && { country }),
    ...(forCompany && taxId.trim() && { tax_id: taxId.trim() }),
  }
  const isCounted = Number.isInteger(seats) && seats >= 1 && seats <= MAX_SEATS

  const { data: quote } = useQuote(
    isCounted
      ? {
          ...{ kind, slug, quantity: seats, gift: forOthers },
          ...(organisation ? { organisation_id: organisation } : { billing: billed }),
        }
      : null,
  )

  const takesCards = quote?.pay_by.includes('card') ?? true
  const wayToPay = takesCards ? payBy : 'transfer'
  const isCountryNeeded = product.price.amount > 0 && (forCompany ? !organisation && wayToPay === 'transfer' : true)
  const closed = !quote || quote.total.amount === 0 ? null : closedText(quote.pay_by, forCompany)

  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const found = {
      ...(values.get('terms') !== 'on' && { terms: 'Please read and accept them first' }),
      ...(!isCounted && { quantity: `Choose between 1 and ${MAX_SEATS} seats` }),
      ...(isCountryNeeded &&
        !country && {
          country: forCompany ? 'Choose the country of your company' : 'Choose the country where you live',
        }),
      ...(forOthers && read.some(({ error }) => error) && { recipients: 'Correct these rows first' }),
      ...(forOthers &&
        isCounted &&
        read.length > seats && {
          recipients: `These are ${read.length} people for ${seats === 1 ? 'one seat' : `${seats} seats`}`,
        }),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    try {
      const checkout = await purchase(kind, payloadOf(values, await organisationFor(values)), idempotencyKey.current)
      void refreshOrders()
      openCheckout(checkout, (path) => void navigate(path))
    } finally {
      // The request has completed, so the next one may be a different purchase.
      idempotencyKey.current = crypto.randomUUID()
    }
  })

  /** The selected organisation, or a new one created from the form's details. A new one is selected, so that a retry does not create another. */
  async function organisationFor(values: FormData): Promise<string> {
    if (organisation || !forCompany || values.get('keep') !== 'on') return organisation
    const filled = (name: string) => String(values.get(name) ?? '').trim() || null
    const { id } = await api.createOrganisation({
      organisationInput: {
        ...{ name: filled('company') ?? '', kind: isPublic ? 'public' : 'business', country: country || null },
        ...{ tax_id: taxId.trim() || null, address: filled('address'), reference: null, invoice_email: null },
      },
    })
    await queryClient.invalidateQueries(callQuery('listMyOrganisations'))
    choose(id)
    return id
  }

  function payloadOf(values: FormData, organisationId: string): Purchase {
    const filled = (name: string) => String(values.get(name) ?? '').trim() || undefined
    const reference = filled('reference')
    const named = forCompany ? { company: filled('company'), address: filled('address'), reference } : {}
    const recipients = read.map(({ email }) => email)
    return {
      slug,
      quantity: seats,
      terms: TERMS_VERSION,
      ...(forOthers && { gift: true, visibility: values.get('visibility') === 'progress' ? 'progress' : 'seats' }),
      ...(forOthers && recipients.length > 0 && { recipients, gift_message: filled('message'), gift_on: filled('on') }),
      ...(organisationId
        ? { organisation_id: organisationId, ...(reference && { billing: { reference } }) }
        : { billing: { ...named, ...billed } }),
      ...(forCompany && { pay_by: wayToPay }),
    }
  }

  const countryField = (
    <SelectField
      label="Country"
      name="country"
      value={country}
      onChange={(event) => setCountry(event.target.value)}
      hint={
        quote?.country_doubted
          ? `VAT is charged because your profile does not say that you live in ${countryName(country)}. If you do, change your profile first.`
          : 'The tax depends on it.'
      }
      required={isCountryNeeded}
      error={problems.country ?? fieldError('country') ?? fieldError('billing.country')}
      options={[{ value: '', label: 'Choose a country' }, ...countryOptions]}
    />
  )

  return (
    <Form name="buy" onSubmit={submit} className={styles.buyForm}>
      <Card as="section" className={styles.part}>
        <Choices
          legend="Who is it for?"
          name="whom"
          value={forOthers ? 'others' : 'me'}
          onChange={(value) => setForOthers(value === 'others')}
          options={[
            {
              value: 'me',
              label: 'For me',
              hint: product.ownedText ?? 'It opens in your account as soon as it is paid.',
              disabled: product.isOwned,
            },
            { value: 'others', label: 'For others', hint: 'A gift, or seats for your team.' },
          ]}
        />
      </Card>
      {forOthers && (
        <Card as="section" className={styles.part}>
          <h2 className={styles.title}>Seats</h2>
          <div className={styles.short}>
            <TextField
              label="How many"
              name="quantity"
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_SEATS}
              required
              value={quantity}
              onChange={(event) => setQuantity(event.target.value)}
              error={problems.quantity ?? fieldError('quantity')}
            />
          </div>
          <AddressField
            label="Who gets them"
            value={addresses}
            onChange={(text) => {
              setAddresses(text)
              // Increases the number of seats to the number of recipients.
              const named = readAddresses(text).length
              if (named > Number(quantity) && named <= MAX_SEATS) setQuantity(String(named))
            }}
            hint="E-mail addresses, one a line. Leave it empty to give the seats out later."
            error={problems.recipients ?? fieldError('recipients')}
          />
          {read.length > 0 && <GiftFields fieldError={fieldError} />}
          <Choices
            legend="What you see of those who learn"
            name="visibility"
            defaultValue="seats"
            options={[
              { value: 'seats', label: 'Who uses a seat', hint: 'And no more.' },
              {
                value: 'progress',
                label: 'Their progress, too',
                hint: 'When they start, until when it is open, when they complete it, and their certificate. Minutes and points only if they agree.',
              },
            ]}
          />
          <p className="small muted">
            This is told to them before they activate a seat, and cannot be changed afterwards.
          </p>
        </Card>
      )}
      <Card as="section" className={styles.part}>
        <h2 className={styles.title}>Invoice</h2>
        <Checkbox
          name="for_company"
          label="I buy for a company or a public body"
          checked={forCompany}
          onChange={(event) => setForCompany(event.target.checked)}
        />
        {forCompany ? (
          <CompanyFields
            organisations={organisations}
            chosen={organisation}
            onChoose={choose}
            isPublic={isPublic}
            onPublic={setPublic}
            fieldError={fieldError}
          >
            <div className={styles.pair}>
              {countryField}
              <TextField
                label="VAT or tax id"
                name="tax_id"
                maxLength={40}
                autoComplete="off"
                value={taxId}
                onChange={(event) => setTaxId(event.target.value)}
                error={fieldError('tax_id')}
                hint={
                  quote?.tax_id === 'invalid'
                    ? 'This is no valid id of that country, so VAT is charged.'
                    : 'We check its form, and may ask the tax office whether it is yours.'
                }
              />
            </div>
          </CompanyFields>
        ) : (
          <div className={styles.pair}>{countryField}</div>
        )}
        {forCompany && (
          <Choices
            legend="How do you pay?"
            name="pay_by"
            value={wayToPay}
            onChange={(value) => setPayBy(value === 'transfer' ? 'transfer' : 'card')}
            options={[
              ...(takesCards
                ? [{ value: 'card', label: 'At once', hint: 'By card, or what else the payment page offers.' }]
                : []),
              {
                value: 'transfer',
                label: 'By bank transfer',
                hint: 'We e-mail you a pro forma: what to transfer, and until when. The seats are ready once it has arrived.',
              },
            ]}
          />
        )}
      </Card>
      <Card as="section" className={classNames(styles.part, styles.cost)}>
        <h2 className={styles.title}>What it costs</h2>
        <Total product={product} seats={isCounted ? seats : null} isOwn={!forOthers} quote={quote} />
        <Checkbox
          name="terms"
          required
          label={
            <>
              I accept the <Link to={paths.terms}>terms</Link> of {formatUtcDate(TERMS_VERSION)}, and ask you for access
              right away.
            </>
          }
          error={problems.terms ?? fieldError('terms')}
        />
        <p className="small muted">
          You can withdraw within 14 days: a course or bundle that you have barely started, a lab or exam until its
          first start. Once you have started more than that, the right to withdraw ends.
        </p>
        {closed && (
          <p className={styles.problem} role="status">
            {closed}
          </p>
        )}
        <FormProblem>{formError}</FormProblem>
        <div>
          <Button type="submit" variant="primary" busy={isPending} disabled={closed !== null}>
            Continue to payment
          </Button>
        </div>
      </Card>
    </Form>
  )
}

/** Reason why payment is not possible; null if it is. Transfers are accepted from companies and public bodies only. */
function closedText(ways: OrderQuote['pay_by'], forCompany: boolean): string | null {
  if (ways.length === 0) return 'We cannot take payments at the moment. Please write to us and we will help you.'
  if (ways.includes('card') || forCompany) return null
  return 'At the moment we take bank transfers only, from companies and public bodies.'
}

const countryOptions = countries
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))

/** Organisations managed by the buyer. The first is selected by default. */
function useOrganisations(enabled: boolean) {
  const { data = [] } = useQuery({ ...callQuery('listMyOrganisations'), enabled })
  const [chosen, choose] = useState<string>()
  return { organisations: data, chosen: chosen ?? data[0]?.id ?? '', choose }
}

function GiftFields({ fieldError }: { fieldError: (field: string) => string | undefined }) {
  const day = (ahead: number) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10)
  return (
    <>
      <TextArea
        label="Your message to them"
        name="message"
        rows={3}
        maxLength={500}
        error={fieldError('gift_message')}
      />
      <div className={styles.short}>
        <TextField
          label="Send it on"
          name="on"
          type="date"
          min={day(0)}
          max={day(GIFT_DAYS)}
          hint="At 09:00 UTC. Without a day, as soon as it is paid."
          error={fieldError('gift_on')}
        />
      </div>
    </>
  )
}

interface TotalProps {
  product: Product
  seats: number | null
  isOwn: boolean
  /** The server's calculation with tax. Until it arrives, catalogue prices are shown. */
  quote: OrderQuote | undefined
}

function Total({ product, seats, isOwn, quote }: TotalProps) {
  const { price, ownPrice } = product
  const unit = isOwn ? ownPrice : price
  const total = { ...unit, amount: unit.amount * (seats ?? 1) }
  return (
    <dl className={styles.sum} aria-live="polite">
      {isOwn && ownPrice.amount < price.amount && (
        <div>
          <dt>Less what you own</dt>
          <dd>−{formatMoney({ ...price, amount: price.amount - ownPrice.amount })}</dd>
        </div>
      )}
      {!isOwn && seats !== null && seats > 1 && (
        <div>
          <dt>
            {seats} seats at {formatMoney(unit)}
          </dt>
          <dd>{formatMoney(total)}</dd>
        </div>
      )}
      <div className={styles.sumTotal}>
        <dt>{totalLabel(quote)}</dt>
        <dd>{seats === null ? '–' : formatMoney(quote?.total ?? total)}</dd>
      </div>
      {quote && <TaxLines lines={quote.tax_lines} currency={quote.total.currency} />}
    </dl>
  )
}
