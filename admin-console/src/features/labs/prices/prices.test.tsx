import type { ResourcePrice } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { ago } from '../../../../test/answers.ts'
import { openAdmin } from '../../../../test/openAdmin.tsx'

const id = '00000000-0000-4000-8000-000000000051'
const price = (changes: Partial<ResourcePrice> = {}): ResourcePrice => ({
  id,
  cloud: 'aws',
  type: 'aws_instance',
  region: '*',
  hourly_micros: 96_000,
  currency: 'EUR',
  updated_at: ago(3),
  version: 2,
  allowed: ['update', 'delete'],
  ...changes,
})

test('lists prices per hour, and edits one with its version', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/resource_prices', {
    answers: {
      listResourcePrices: [price()],
      getResourcePrice: price(),
      updateResourcePrice: price({ hourly_micros: 120_500, version: 3 }),
    },
  })
  await expect.element(getByText('0.096 EUR')).toBeVisible()
  await getByRole('link', { name: 'aws_instance' }).click()
  await getByRole('spinbutton', { name: 'EUR per hour' }).fill('0.1205')
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('updateResourcePrice')).toEqual([{ id, priceEdit: { version: 2, hourly_micros: 120_500 } }]),
  )
})

test('prefills a new price with a type that has none', async () => {
  const source = encodeURIComponent(JSON.stringify({ cloud: 'gcp', type: 'google_odd' }))
  const { getByRole, inputsOf } = await openAdmin(`/admin/resource_prices/create?source=${source}`, {
    answers: { createResourcePrice: price(), listResourcePrices: [price()] },
  })
  await expect.element(getByRole('textbox', { name: 'Type' })).toHaveValue('google_odd')
  await getByRole('spinbutton', { name: 'EUR per hour' }).fill('1')
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('createResourcePrice')).toEqual([
      { priceInput: { cloud: 'gcp', type: 'google_odd', region: '*', hourly_micros: 1_000_000 } },
    ]),
  )
})
