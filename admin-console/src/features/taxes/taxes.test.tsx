import type { SellerPage, SellerVersion, TaxRate } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { ago, sessionOf } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const id = '00000000-0000-4000-8000-000000000061'
const rate = (changes: Partial<TaxRate> = {}): TaxRate => ({
  id,
  country: 'FI',
  rate: 2550,
  valid_from: '2025-08-01',
  valid_until: null,
  created_at: ago(3),
  version: 1,
  allowed: ['end'],
  ...changes,
})
const seller: SellerVersion = {
  name: 'Flagyard GmbH',
  address: 'Hafenstraße 1\n20457 Hamburg',
  country: 'DE',
  tax_id: 'DE136695976',
  oss_registered: true,
  iban: null,
  bic: null,
  email: 'billing@flagyard.example',
  time_zone: 'Europe/Berlin',
  footer: '',
  valid_from: '2026-01-01',
  version: 1,
  created_at: ago(3),
}
const page = (changes: Partial<SellerPage> = {}): SellerPage => ({
  current: seller,
  versions: [seller],
  version: 1,
  ...changes,
})

test('lists rates by country, and ends one with its version', async () => {
  const { getByRole, getByText, getByLabelText, inputsOf } = await openAdmin('/admin/tax_rates', {
    answers: { listTaxRates: [rate()], endTaxRate: rate({ valid_until: '2026-12-31', version: 2, allowed: [] }) },
  })
  await expect.element(getByText('25.5%')).toBeVisible()
  await getByRole('link', { name: 'Finland' }).click()
  await getByRole('button', { name: 'End…' }).click()
  await getByLabelText('Last day').fill('2026-12-31')
  await getByRole('button', { name: 'End rate' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('endTaxRate')).toEqual([{ id, taxRateEnd: { version: 1, valid_until: '2026-12-31' } }]),
  )
})

test('creates a rate in percent with a start date', async () => {
  const { getByRole, getByLabelText, inputsOf } = await openAdmin('/admin/tax_rates/create', {
    answers: { createTaxRate: rate(), listTaxRates: [rate()] },
  })
  await getByRole('combobox', { name: 'Country' }).fill('Finl')
  await getByRole('option', { name: 'Finland' }).click()
  await getByRole('spinbutton', { name: 'Rate (%)' }).fill('25.5')
  await getByLabelText(/^From/).fill('2027-01-01')
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('createTaxRate')).toEqual([
      { taxRateInput: { country: 'FI', rate: 2550, valid_from: '2027-01-01' } },
    ]),
  )
})

test('shows the current seller, and adds a version with a start date', async () => {
  const { getByRole, getByText, getByLabelText, inputsOf } = await openAdmin('/admin/seller', {
    answers: { getSeller: page(), updateSeller: page({ version: 2 }) },
  })
  await expect.element(getByRole('heading', { name: 'Flagyard GmbH' })).toBeVisible()
  await expect.element(getByText('Registered: consumers pay their own country’s tax')).toBeVisible()
  await getByRole('button', { name: 'Change…' }).click()
  await getByRole('textbox', { name: 'Name' }).fill('Flagyard SE')
  await expect.element(getByLabelText(/^From/)).toHaveValue(new Date().toISOString().slice(0, 10))
  await getByLabelText(/^From/).fill('2027-01-01')
  await getByRole('button', { name: 'Save' }).click()
  const { version: _, created_at: __, ...rest } = seller
  await vi.waitFor(() =>
    expect(inputsOf('updateSeller')).toEqual([
      { sellerInput: { ...rest, name: 'Flagyard SE', valid_from: '2027-01-01', version: 1 } },
    ]),
  )
})

test('explains that there is no seller yet; only finance can enter one', async () => {
  const { getByText, getByRole } = await openAdmin('/admin/seller', {
    as: sessionOf({ capabilities: ['support'] }),
    answers: { getSeller: page({ current: null, versions: [], version: 0 }) },
  })
  await expect.element(getByText('Until you enter a seller, orders have no tax and no invoice.')).toBeVisible()
  await expect.element(getByRole('button', { name: 'Change…' })).not.toBeInTheDocument()
})
