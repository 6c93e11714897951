import type { OrderQuote } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { countries, countryName } from '@flagyard/api-types/taxes/countries'
import { Card } from '@flagyard/ui/Card'
import { classNames } from '@flagyard/ui/class-names'
import { Checkbox, Form, FormProblem, SelectField, SubmitButton, TextArea, TextField } from '@flagyard/ui/Form'
import { formatMoney } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDate, totalLabel } from '../../lib/format.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/orders.ts'
import { AddressField } from './AddressField.tsx'
import { Choices, CompanyFields, countryOptions, TaxLines } from './CompanyFields.tsx'
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
  const { data: legal } = useQuery(callQuery('listLegalPages'))
  const terms = legal?.find(({ page }) => page === 'terms')
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
  const billing: NonNullable<Purchase['billing']> = {
    kind: forCompany ? (isPublic ? 'public' : 'business') : 'private',
    ...(country && { country }),
    ...(forCompany && taxId.trim() && { tax_id: taxId.trim() }),
  }
  const isValidQuantity = Number.isInteger(seats) && seats >= 1 && seats <= MAX_SEATS

  const { data: quote } = useQuote(
    isValidQuantity
      ? {
          kind,
          slug,
          quantity: seats,
          gift: forOthers,
          ...(organisation ? { organisation_id: organisation } : { billing }),
        }
      : null,
  )

  const takesCards = quote?.pay_by.includes('card') ?? true
  const paymentMethod = takesCards ? payBy : 'transfer'
  const isCountryNeeded =
    product.price.amount > 0 && (forCompany ? !organisation && paymentMethod === 'transfer' : true)
  const unavailable = !quote || quote.total.amount === 0 ? null : unavailableText(quote.pay_by, forCompany)

  const submission = useSubmit(async (values) => {
    const found = {
      ...(terms && values.get('terms') !== 'on' && { terms: t.acceptTermsFirst }),
      ...(!isValidQuantity && { quantity: t.chooseSeats({ max: MAX_SEATS }) }),
      ...(isCountryNeeded &&
        !country && {
          country: forCompany ? t.chooseCompanyCountry : t.chooseHomeCountry,
        }),
      ...(forOthers && read.some(({ error }) => error) && { recipients: t.correctRowsFirst }),
      ...(forOthers &&
        isValidQuantity &&
        read.length > seats && {
          recipients: t.tooManyAddresses({ addresses: read.length, seats }),
        }),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    try {
      const checkout = await purchase(kind, payloadOf(values, await organisationFor(values)), idempotencyKey.current)
      void refreshOrders()
      openCheckout(checkout, (path) => void navigate(path))
    } catch (error) {
      // Shows the new version if the terms have just changed.
      if (error instanceof ApiError && error.extra.legal_page)
        await queryClient.invalidateQueries(callQuery('listLegalPages'))
      throw error
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
        name: filled('company') ?? '',
        kind: isPublic ? 'public' : 'business',
        country: country || null,
        tax_id: taxId.trim() || null,
        address: filled('address'),
        reference: null,
        invoice_email: null,
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
      ...(terms && { terms: String(terms.version) }),
      ...(forOthers && { gift: true, visibility: values.get('visibility') === 'progress' ? 'progress' : 'seats' }),
      ...(forOthers &&
        recipients.length > 0 && { recipients, gift_message: filled('gift_message'), gift_on: filled('gift_on') }),
      ...(organisationId
        ? { organisation_id: organisationId, ...(reference && { billing: { reference } }) }
        : { billing: { ...named, ...billing } }),
      ...(forCompany && { pay_by: paymentMethod }),
    }
  }

  const countryField = (
    <SelectField
      label={t.country}
      name="country"
      value={country}
      onChange={(event) => setCountry(event.target.value)}
      hint={quote?.country_doubted ? t.countryDoubted({ country: countryName(country) }) : t.countryHint}
      required={isCountryNeeded}
      error={problems.country}
      options={[{ value: '', label: t.chooseCountry }, ...countryOptions]}
    />
  )

  return (
    <Form name="buy" submission={submission} className={styles.buyForm}>
      <Card as="section" className="stack">
        <Choices
          legend={t.whoIsItFor}
          name="whom"
          value={forOthers ? 'others' : 'me'}
          onChange={(value) => setForOthers(value === 'others')}
          options={[
            {
              value: 'me',
              label: t.forMe,
              hint: product.ownedText ?? t.forMeHint,
              disabled: product.isOwned,
            },
            { value: 'others', label: t.forOthers, hint: t.forOthersHint },
          ]}
        />
      </Card>
      {forOthers && (
        <Card as="section" className="stack">
          <h2 className={styles.title}>{t.seats}</h2>
          <div className={styles.short}>
            <TextField
              label={t.numberOfSeats}
              name="quantity"
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_SEATS}
              required
              value={quantity}
              onChange={(event) => setQuantity(event.target.value)}
              error={problems.quantity}
            />
          </div>
          <AddressField
            label={t.recipients}
            value={addresses}
            onChange={(text) => {
              setAddresses(text)
              // Increases the number of seats to the number of recipients.
              const named = readAddresses(text).length
              if (named > Number(quantity) && named <= MAX_SEATS) setQuantity(String(named))
            }}
            hint={t.recipientsHint}
            error={problems.recipients}
          />
          {read.length > 0 && <GiftFields />}
          <Choices
            legend={t.visibilityTitle}
            name="visibility"
            defaultValue="seats"
            options={[
              { value: 'seats', label: t.visibilitySeats, hint: t.visibilitySeatsHint },
              {
                value: 'progress',
                label: t.visibilityProgress,
                hint: t.visibilityProgressHint,
              },
            ]}
          />
          <p className="small muted">{t.visibilityNote}</p>
        </Card>
      )}
      <Card as="section" className="stack">
        <h2 className={styles.title}>{t.invoice}</h2>
        <Checkbox
          name="for_company"
          label={t.buyingForCompany}
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
          >
            <div className="pair">
              {countryField}
              <TextField
                label={t.taxId}
                name="tax_id"
                maxLength={40}
                autoComplete="off"
                value={taxId}
                onChange={(event) => setTaxId(event.target.value)}
                hint={quote?.tax_id === 'invalid' ? t.invalidTaxId : t.taxIdHint}
              />
            </div>
          </CompanyFields>
        ) : (
          <div className="pair">{countryField}</div>
        )}
        {forCompany && (
          <Choices
            legend={t.paymentMethod}
            name="pay_by"
            value={paymentMethod}
            onChange={(value) => setPayBy(value === 'transfer' ? 'transfer' : 'card')}
            options={[
              ...(takesCards ? [{ value: 'card', label: t.payNow, hint: t.payNowHint }] : []),
              {
                value: 'transfer',
                label: t.byBankTransfer,
                hint: t.byBankTransferHint,
              },
            ]}
          />
        )}
      </Card>
      <Card as="section" className={classNames('stack', styles.cost)}>
        <h2 className={styles.title}>{t.price}</h2>
        <Total product={product} seats={isValidQuantity ? seats : null} isOwn={!forOthers} quote={quote} />
        {terms && (
          <Checkbox
            // Another version is not accepted yet.
            key={terms.version}
            name="terms"
            required
            label={t.acceptTerms({
              date: formatDate(terms.effective_at),
              terms: (text) => <Link to={paths.terms}>{text}</Link>,
            })}
            error={problems.terms ?? submission.fieldError('terms')}
          />
        )}
        {legal?.some(({ page }) => page === 'returns') && (
          <p className="small muted">{t.returnsNote({ returns: (text) => <Link to={paths.returns}>{text}</Link> })}</p>
        )}
        {unavailable && (
          <p className={styles.problem} role="status">
            {unavailable}
          </p>
        )}
        <FormProblem>{submission.error}</FormProblem>
        <SubmitButton disabled={unavailable !== null}>{t.continueToPayment}</SubmitButton>
      </Card>
    </Form>
  )
}

/** Reason why payment is not possible; null if it is. Transfers are accepted from companies and public bodies only. */
function unavailableText(methods: OrderQuote['pay_by'], forCompany: boolean): string | null {
  if (methods.length === 0) return t.noPayments
  if (methods.includes('card') || forCompany) return null
  return t.onlyTransfers
}

/** Organisations managed by the buyer. The first is selected by default. */
function useOrganisations(enabled: boolean) {
  const { data = [] } = useQuery({ ...callQuery('listMyOrganisations'), enabled })
  const [chosen, choose] = useState<string>()
  return { organisations: data, chosen: chosen ?? data[0]?.id ?? '', choose }
}

function GiftFields() {
  const day = (ahead: number) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10)
  return (
    <>
      <TextArea label={t.messageToRecipients} name="gift_message" rows={3} maxLength={500} />
      <div className={styles.short}>
        <TextField label={t.sendOn} name="gift_on" type="date" min={day(0)} max={day(GIFT_DAYS)} hint={t.sendOnHint} />
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
          <dt>{t.discountForOwned}</dt>
          <dd>−{formatMoney({ ...price, amount: price.amount - ownPrice.amount })}</dd>
        </div>
      )}
      {!isOwn && seats !== null && seats > 1 && (
        <div>
          <dt>{t.seatsAtPrice({ seats, price: formatMoney(unit) })}</dt>
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
