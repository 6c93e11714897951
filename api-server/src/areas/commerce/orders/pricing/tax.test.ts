import { describe, expect, test } from 'vitest'
import type { Billing } from '../../../../db/schema/index.ts'
import { checkTaxId } from '../../taxes/service.ts'
import { taxWithin } from './pricing.ts'
import { placeOf, taxOrder, withPayment } from './tax.ts'

const rates = new Map(Object.entries({ DE: 1900, FR: 2000, AT: 2000, HU: 2700, FI: 2550, CH: 810 }))
const de = { country: 'DE', oss_registered: true }
const fr = { country: 'FR', oss_registered: true }
const ids = { AT: 'ATU13585627', DE: 'DE136695976', FR: 'FR40303265045', HU: 'HU12892312' }

/** A price of 119.00. */
const cases: {
  who: string
  seller: typeof de
  billing: Parameters<typeof taxOrder>[2]
  charged: [country: string, rate: number, rule: string, net: number, tax: number]
  tax_id?: string
}[] = [
  { who: 'nothing said', seller: de, billing: {}, charged: ['DE', 1900, 'home', 100_00, 19_00] },
  { who: 'a consumer at home', seller: de, billing: { country: 'DE' }, charged: ['DE', 1900, 'home', 100_00, 19_00] },
  { who: 'a consumer at home', seller: fr, billing: { country: 'FR' }, charged: ['FR', 2000, 'home', 99_17, 19_83] },
  { who: 'a consumer in Hungary', seller: de, billing: { country: 'HU' }, charged: ['HU', 2700, 'oss', 93_70, 25_30] },
  { who: 'a consumer in Finland', seller: fr, billing: { country: 'FI' }, charged: ['FI', 2550, 'oss', 94_82, 24_18] },
  {
    who: 'a consumer in Hungary, of a seller below the threshold',
    seller: { country: 'DE', oss_registered: false },
    billing: { country: 'HU' },
    charged: ['DE', 1900, 'home', 100_00, 19_00],
  },
  {
    who: 'a business in Austria with its id',
    seller: de,
    billing: { country: 'AT', kind: 'business', tax_id: ids.AT },
    charged: ['AT', 0, 'reverse_charge', 100_00, 0],
    tax_id: 'valid',
  },
  {
    who: 'a business in Germany with its id',
    seller: fr,
    billing: { country: 'DE', kind: 'business', tax_id: ids.DE },
    charged: ['DE', 0, 'reverse_charge', 99_17, 0],
    tax_id: 'valid',
  },
  {
    who: 'a consumer with the id of a business',
    seller: de,
    billing: { country: 'AT', kind: 'private', tax_id: ids.AT },
    charged: ['AT', 2000, 'oss', 99_17, 19_83],
    tax_id: 'valid',
  },
  {
    who: 'a business at home',
    seller: de,
    billing: { country: 'DE', kind: 'business', tax_id: ids.DE },
    charged: ['DE', 1900, 'home', 100_00, 19_00],
    tax_id: 'valid',
  },
  {
    who: 'a business with an invalid id',
    seller: de,
    billing: { country: 'AT', kind: 'business', tax_id: 'ATU13585628' },
    charged: ['AT', 2000, 'oss', 99_17, 19_83],
    tax_id: 'invalid',
  },
  {
    who: 'a business with the id of another country',
    seller: de,
    billing: { country: 'AT', kind: 'business', tax_id: ids.HU },
    charged: ['AT', 2000, 'oss', 99_17, 19_83],
    tax_id: 'invalid',
  },
  {
    who: 'a business without an id',
    seller: de,
    billing: { country: 'AT', kind: 'business' },
    charged: ['AT', 2000, 'oss', 99_17, 19_83],
  },
  {
    who: 'a public body with its id',
    seller: de,
    billing: { country: 'FR', kind: 'public', tax_id: ids.FR },
    charged: ['FR', 0, 'reverse_charge', 100_00, 0],
    tax_id: 'valid',
  },
  {
    who: 'a public body without an id',
    seller: fr,
    billing: { country: 'AT', kind: 'public' },
    charged: ['AT', 2000, 'oss', 99_17, 19_83],
  },
  { who: 'somebody in Switzerland', seller: de, billing: { country: 'CH' }, charged: ['CH', 0, 'outside', 100_00, 0] },
  {
    who: 'a business in Switzerland',
    seller: fr,
    billing: { country: 'CH', kind: 'business', tax_id: 'CHE-123.456.788 MWST' },
    charged: ['CH', 0, 'outside', 99_17, 0],
    tax_id: 'valid',
  },
  { who: 'somebody in the US', seller: de, billing: { country: 'US' }, charged: ['US', 0, 'outside', 100_00, 0] },
  { who: 'somebody in the US', seller: fr, billing: { country: 'US' }, charged: ['US', 0, 'outside', 99_17, 0] },
  {
    who: 'a consumer of the EU, of a seller outside it',
    seller: { country: 'CH', oss_registered: false },
    billing: { country: 'AT' },
    charged: ['AT', 0, 'outside', 110_08, 0],
  },
]

describe('the tax of an order of 119.00', () => {
  test.each(cases)('of a seller in $seller.country to $who', ({ seller, billing, charged, tax_id = 'not_given' }) => {
    const [country, rate, rule, net, tax] = charged
    expect(taxOrder(119_00, seller, billing, rates)).toEqual({
      total: net + tax,
      tax,
      tax_lines: [{ country, rate, rule, net, tax }],
      tax_id,
    })
  })

  test('zero has no tax, and a country without a rate is refused', () => {
    expect(taxOrder(0, de, {}, rates)).toMatchObject({ total: 0, tax: 0, tax_lines: [] })
    expect(() => taxOrder(1, de, { country: 'PL' }, rates)).toThrow('tax for this country')
  })
})

test('for any price and buyer, net and tax add up to the total, are not negative, and parts refunded add up', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 2_000; round++) {
    const gross = random(4) === 0 ? random(10) : random(2_000_000_000)
    const { seller, billing } = cases[random(cases.length)]!
    const { total, tax, tax_lines } = taxOrder(gross, seller, billing, rates)
    const sum = tax_lines.reduce((of, line) => of + line.net + line.tax, 0)
    expect([sum, tax >= 0, total >= tax, total <= gross]).toEqual([total, true, true, true])
    let [before, back] = [0, 0]
    while (before < total) {
      const amount = 1 + random(total - before)
      const part = taxWithin(before + amount, { total, tax }) - taxWithin(before, { total, tax })
      expect(part >= 0 && part <= amount).toBe(true)
      before += amount
      back += part
    }
    expect(back).toBe(tax)
  }
})

describe('the country that an order is taxed for', () => {
  const kinds: Billing[] = [{}, { kind: 'private' }, { kind: 'business' }, { kind: 'business', company: 'Team Ltd' }]
  const profiles = [null, 'DE', 'AT', 'US', 'CH']
  const said = [undefined, 'DE', 'AT', 'US', 'CH']
  const table = kinds.flatMap((kind) =>
    profiles.flatMap((profile) => said.map((country) => ({ kind, profile, country }))),
  )
  test.each(table)('$kind of $profile who names $country', ({ kind, profile, country }) => {
    const { billing, isDoubted, evidence } = placeOf(de, { ...kind, ...(country && { country }) }, profile)
    const { tax_lines } = taxOrder(119_00, de, billing, rates)
    if (kind.company) {
      expect([billing.country, evidence, isDoubted]).toEqual([country, null, false])
      return
    }
    const isUntaxed = (one: string | null | undefined) => one === 'US' || one === 'CH'
    // No VAT is charged only if both say the same country outside the Union.
    const isFree = isUntaxed(profile) && (country === undefined || country === profile)
    expect(tax_lines[0]!.rule === 'outside').toBe(isFree)
    expect(isDoubted).toBe(isUntaxed(country) && country !== profile)
    expect(evidence).toMatchObject({ country: tax_lines[0]!.country, billing: country ?? null, profile, agrees: null })
  })

  test('the payment confirms or contradicts the country, and without one nothing is decided', () => {
    const { evidence } = placeOf(de, {}, 'AT')
    expect(withPayment(evidence!, ['AT'])).toMatchObject({ payment: ['AT'], agrees: true })
    expect(withPayment(withPayment(evidence!, ['AT']), ['US'])).toMatchObject({ payment: ['AT', 'US'], agrees: false })
    expect(withPayment(evidence!, []).agrees).toBeNull()
  })
})

describe('a tax id', () => {
  test.each([
    ['DE136695976', 'DE', 'valid'],
    ['de 136 695 976', 'DE', 'valid'],
    ['136695976', 'DE', 'valid'],
    ['EL094259216', 'GR', 'valid'],
    ['094259216', 'GR', 'valid'],
    ['NL004495445B01', 'NL', 'valid'],
    ['DE136695977', 'DE', 'invalid'],
    ['DE136695976', 'AT', 'invalid'],
    ['none', 'FR', 'invalid'],
    ['', 'FR', 'not_given'],
    ['12-3456789', 'US', 'valid'],
  ])('%s of %s is %s', (id, country, state) => {
    expect(checkTaxId(id, country)).toBe(state)
  })
})
